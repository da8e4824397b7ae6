import type { TraceValue } from '../../src/engine/trace/trace-format.js';
import { Rational, ZERO } from '../reference/rational.js';

/** `$1,250.50`, `88%` or `12` as a number; a percent as the share that it is. */
function numberIn(text: string | undefined): Rational {
  const plain = (text ?? '').replaceAll(/[$,%…]/g, '');
  const number = Rational.parse(plain);
  return text?.includes('%') ? number.over(100) : number;
}

const NUMBER = String.raw`-?\$?[\d,]*\d(?:\.\d+)?…?%?`;
const EXPRESSION = new RegExp(`^${NUMBER}(?: [-+x/] ${NUMBER})*$`);

/** Sums and products from left to right, products first. */
function evaluated(expression: string): Rational {
  const [first, ...rest] = expression.split(/ ([-+]) /);
  let total = product(first);
  for (let at = 0; at < rest.length; at += 2) {
    total = total[rest[at] === '-' ? 'minus' : 'plus'](product(rest[at + 1]));
  }
  return total;
}

function product(text: string | undefined): Rational {
  const [first, ...rest] = (text ?? '').split(/ ([x/]) /);
  let value = numberIn(first);
  for (let at = 0; at < rest.length; at += 2) {
    value = value[rest[at] === '/' ? 'over' : 'times'](numberIn(rest[at + 1]));
  }
  return value;
}

/** Whether the value of an expression is what is said, which may be cut off at an ellipsis. */
function isValue(expression: string, said: string): boolean {
  if (!EXPRESSION.test(expression) || !EXPRESSION.test(said)) return false;
  const value = evaluated(expression);
  if (!said.includes('…')) return value.equals(numberIn(said));
  const unit = numberIn(said.includes('%') ? '100' : '1');
  const places = /\.(\d+)/.exec(said)?.[1]?.length ?? 0;
  const scale = unit.times(10 ** places);
  return value.times(scale).floor().equals(numberIn(said).times(scale));
}

/** `label $a - $b = $c; the program's limit leaves $d - $e = $f; the lower is $g`, one clause after the other. */
function isTrueClause(clause: string): boolean {
  const plain = clause
    .replace(/^(?:the program's limit leaves |left of the program's limit: |left for both loans: )/, '')
    .replace(/(?<=^|[+] )(1 x [\d.]+ for the term|[2-4] x [\d.]+ for terms) not listed/, (missing) =>
      missing.replace(/ for.*/, ''),
    );
  const [expression = '', said] = plain.split(' = ');
  return said === undefined ? EXPRESSION.test(plain) : isValue(expression, said);
}

const TAIL =
  /^(?:rounded to|capped at|so|not above the whole dollars:|not above|the lower is|a deduction:|less) /;

/**
 * Whether a sentence that is arithmetic says what is so: both sides of every equals sign have one value, and the last number is the
 * result of the step.
 */
export function isTrueArithmetic(text: string, result: TraceValue): boolean {
  const clauses = text.split(/; |, (?=[a-z])/);
  let due = ZERO;
  for (const clause of clauses) {
    const earlier = /^less (\S+) for earlier terms = (\S+)$/.exec(clause);
    if (earlier !== null) {
      if (!due.minus(numberIn(earlier[1])).equals(numberIn(earlier[2]))) return false;
    } else if (TAIL.test(clause)) {
      if (!EXPRESSION.test(clause.replace(TAIL, ''))) return false;
    } else if (!isTrueClause(clause)) return false;
    due = numberIn(lastNumber(clause));
  }
  const last = lastNumber(text) ?? '';
  const value = last.includes('%') ? numberIn(last).times(100) : numberIn(last);
  return (
    (typeof result === 'number' || typeof result === 'string') && value.equals(Rational.parse(String(result)))
  );
}

function lastNumber(text: string): string | undefined {
  return [...text.matchAll(new RegExp(NUMBER, 'g'))].at(-1)?.[0];
}
