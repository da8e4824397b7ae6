import type { CalculationResult, DisbursementOption, TermResult } from '../../engine/student.js';
import { listed, wholeDollars } from '../../engine/texts.js';
import type { Trace } from '../../engine/trace/trace-format.js';
import { element } from '../element.js';
import { pathLabel, valueLabel } from '../field-labels.js';
import { details, list, paragraph } from '../page-parts.js';
import { type Answered, traceOfAnswer } from './answer.js';
import { explanation } from './explanation.js';
import {
  type Explainer,
  type Figure,
  type FigureGroup,
  type FigureRow,
  figureTable,
} from './figure-table.js';
import { LIMIT_FIELDS, LOAN_LABELS, type Loan, limitsOf, loansIn, sumOf, type Way } from './loan-dollars.js';

/** The answer of one case: the year, the terms in one or two ways of paying, warnings, and what was assumed. */
export function answerView(answer: Answered, open: Set<string>, prefix: string): HTMLElement[] {
  const { result } = answer;
  const terms = result.terms.map(({ label }) => label.trim());
  let trace: Trace | null = null;
  const traced = () => {
    trace ??= traceOfAnswer(answer);
    return trace;
  };
  const explainer: Explainer = { prefix, open, explain: (field) => explanation(traced(), field, terms) };
  return [amountTable(answer, explainer), ...notes(result), assumptions(traced, terms)];
}

/** The figures of an answer: the year, then the terms in one or two ways of paying. Without an explainer, for paper. */
export function amountTable({ result, credits }: Answered, explainer: Explainer | null): HTMLElement {
  const loans = loansIn(result);
  const columns = ['', ...loans.map((loan) => LOAN_LABELS[loan]), 'Total'];
  const amounts = (option: DisbursementOption, pathOf: (loan: Loan) => string): Figure[] => [
    ...loans.map((loan) => ({ text: wholeDollars(option[loan]), field: pathOf(loan) })),
    { text: wholeDollars(sumOf(option)), field: null },
  ];
  const share = { text: `${result.reduced_annual_pct} %`, field: 'reduced_annual_pct' };
  const year: FigureGroup = {
    name: null,
    rows: [
      {
        heading: [`Share of a full-time year: ${credits} of ${result.annual_ft_credits} credits`],
        figures: [share],
      },
      {
        heading: ['Limit for the year'],
        figures: amounts(limitsOf(result), (loan) => LIMIT_FIELDS[loan]),
        isTotal: true,
      },
    ],
  };
  const ways = waysOfPaying(result).map(({ way, name, total }): FigureGroup => {
    const terms = result.terms.map((term, index): FigureRow => {
      const status = element('span', { className: 'status' }, [enrollmentText(term)]);
      const figures = amounts(term[way] ?? term.equal, (loan) => `terms.${index}.${way}.${loan}`);
      return { heading: [`${term.label.trim()} `, status], figures };
    });
    const sum = {
      heading: ['All terms'],
      figures: amounts(total, (loan) => `total_${way}.${loan}`),
      isTotal: true,
    };
    return { name, rows: [...terms, sum] };
  });
  return figureTable('Limit and installments', columns, [year, ...ways], explainer);
}

/** The ways in which a year can be paid: equally, and by credits where that is another one. */
function waysOfPaying(result: CalculationResult): { way: Way; name: string; total: DisbursementOption }[] {
  const equal = { way: 'equal', name: 'Paid in equal installments', total: result.total_equal } as const;
  if (!result.show_both_options) return [equal];
  return [equal, { way: 'proportional', name: 'Paid by credits', total: result.total_proportional }];
}

/** `Part-Time, 75 %`. */
function enrollmentText({ enrollment_status, enrollment_intensity_pct }: TermResult): string {
  return enrollment_status === 'Part-Time' || enrollment_status === 'Less Than Half-Time'
    ? `${enrollment_status}, ${enrollment_intensity_pct} %`
    : enrollment_status;
}

/** What to look at: warnings, and what was taken off or put on because credits changed. */
export function notesOf(result: CalculationResult): string[] {
  const adjustments = result.terms.flatMap(({ label, adjustment_explanation: why }) =>
    why === '' ? [] : [`${label.trim()}: ${why}`],
  );
  return [...result.warnings, ...adjustments];
}

function notes(result: CalculationResult): HTMLElement[] {
  const texts = notesOf(result);
  return texts.length === 0 ? [] : [element('div', { className: 'note care' }, [list(texts)])];
}

/** Each thing assumed as a sentence of its own. */
export function assumedTexts({ assumed }: Trace, terms: readonly string[]): string[] {
  return assumed.map(({ input, value }) => {
    const name = input.split('.').at(-1) ?? input;
    return `${pathLabel(input, terms)}: ${valueLabel(name, value)}`;
  });
}

/** What the calculation leaves out, as words. */
export function notConsideredText({ not_considered }: Trace): string {
  return listed(
    not_considered.map(({ id }) => id.replaceAll('_', ' ').replace('parent plus', 'Parent PLUS')),
  );
}

/** Unfolded on demand: to know it takes the whole trace. */
function assumptions(traced: () => Trace, terms: readonly string[]): HTMLElement {
  const part = details('What was assumed, and what is not considered', [], { className: 'more' });
  part.addEventListener('toggle', () => {
    if (part.childElementCount > 1) return;
    const trace = traced();
    const texts = assumedTexts(trace, terms);
    part.append(
      paragraph(texts.length === 0 ? 'Nothing was assumed.' : 'Assumed, because nothing else was given:'),
      list(texts),
      element('p', {}, [
        `Not considered: ${notConsideredText(trace)}. Compare the answer with those limits before you award. `,
        element('a', { href: '/docs/scope' }, ['Scope and limits']),
      ]),
    );
  });
  return part;
}
