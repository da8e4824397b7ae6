import { meanings, plainWords } from '../contract/name-words.js';
import { byValues, type Candidates, type Guess, guessOf, type SeenTable } from './guess-columns.js';
import { readAs, readValues } from './guess-values.js';

/**
 * Guesses about columns that do not belong to one term of a row with several.
 *
 * @param settle chooses among the candidates that their values leave.
 */
export function sharedGuesses(
  seen: SeenTable,
  candidates: readonly Candidates[],
  settle: (each: Candidates) => Candidates = (each) => each,
): readonly Guess[] {
  return withDegree(
    seen,
    byValues(seen, candidates).map((each) => asked(guessOf(seen, settle(each)))),
  );
}

/** Whether a guess is put into a proposed recipe; the meaning of some values may still be asked. */
export function isTaken({ sure, asks }: Guess): boolean {
  return sure === 'certain' || sure === 'likely' || asks === 'values';
}

/**
 * Need decides dollars, and a column with that name may hold need before other aid. It is therefore asked about unless
 * the column has our name, or one that means need for subsidized loans, such as `Subsidized Need` and
 * `SUB_ELIGIBLE_AMT`. Completed credits may be those of a term or of a lifetime.
 */
function asked(guess: Guess): Guess {
  const { ours, sure, theirs } = guess;
  const isOpen =
    ours === 'subsidized_amount'
      ? !saysSubsidizedNeed(theirs ?? '')
      : ours === 'term_actual_final_credits' && /complet|after/i.test(theirs ?? '');
  if (sure !== 'likely' || !isOpen) return guess;
  return { ...guess, sure: 'ask', asks: 'column', why: `It may be "${theirs}".` };
}

function saysSubsidizedNeed(name: string): boolean {
  const words = meanings(plainWords(name));
  const has = (word: string): boolean => words.includes(word);
  // Another word may mean that it is the remaining or the lifetime amount.
  return has('sub') && (has('need') || has('eligible')) && words.every((word) => NEED_WORDS.has(word));
}

const NEED_WORDS: ReadonlySet<string> = new Set(
  'sub need eligible amount annual year federal fed direct dl loan loans student'.split(' '),
);

/**
 * A year-of-study column with graduate years also gives the degree level, if no other column does: with certainty if
 * the years are words such as GR and PROF.
 */
function withDegree(source: SeenTable, guesses: readonly Guess[]): readonly Guess[] {
  const rule = guesses.find(({ ours }) => ours === 'grade_level')?.rule;
  if (rule == null || !('column' in rule)) return guesses;
  const codes = source.values[source.header.indexOf(rule.column)] ?? [];
  const years = readValues('grade_level', codes, rule.column);
  const isGraduate = (code: string): boolean => years.values[code] === '';
  if (!codes.some(isGraduate)) return guesses;
  const degrees = readValues('degree_level', codes).values;
  const values = Object.fromEntries(
    codes.flatMap((code) => {
      if (!isGraduate(code)) return years.unread.includes(code) ? [] : [[code, 'undergraduate'] as const];
      const degree = readAs('degree_level', code) ?? degrees[code];
      return degree === undefined ? [] : [[code, degree] as const];
    }),
  );
  // A letter or number for graduate study may mean a professional program.
  const isSure = codes.every((code) => !isGraduate(code) || (GRADUATE_WORD.test(code) && code in values));
  return guesses.map((guess) => {
    if (guess.ours !== 'degree_level' || guess.theirs !== null) return guess;
    const found = { ...guess, theirs: rule.column, rule: { column: rule.column, values } };
    return isSure
      ? { ...found, sure: 'likely', asks: null, why: 'Its words say who is a graduate student.' }
      : { ...found, sure: 'ask', asks: 'column', why: NOT_PROFESSIONAL };
  });
}

const GRADUATE_WORD = /^[a-z]{2}/i;
const NOT_PROFESSIONAL =
  'A year of graduate study may be one of a professional program, whose limit is higher. Say which it is.';
