import type { ComponentChildren } from 'preact';
import { toText } from '../../engine/exact.js';
import { LOAN_TYPE_NAMES } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Trace, TraceStep } from '../../engine/trace/trace-format.js';
import { sourceText } from '../../engine/trace/trace-text.js';
import { Button, Table } from '../parts.js';
import type { Answered } from './answer.js';
import { type Amounts, LOANS, loansIn, paymentsOf, together, WAY_LABELS, waysOf } from './payments.js';
import type { OneProps } from './state.js';

/** `page` lets figures be pressed for their reasons; it is missing on paper. */
interface AnswerProps {
  readonly answer: Answered;
  readonly page?: OneProps | undefined;
}

/** Each loan's limit for the year, and its share of a full-time year. */
export function YearLimit(props: AnswerProps) {
  const { result, working } = props.answer;
  const { credits, ftCredits } = working.year;
  const { figure, reasons } = figuresOf(props);
  const loans = loansIn(props.answer);
  const total = loans.reduce((sum, { limit }) => sum + result[limit], 0);
  const parts: readonly (readonly [name: string, figure: ComponentChildren])[] = [
    ['Limit for the year', <strong key="total">{wholeDollars(total)}</strong>],
    ...loans.map(({ label, limit }) => [label, figure(wholeDollars(result[limit]), limit)] as const),
    [
      'Share of a full-time year',
      <>
        {figure(`${result.reduced_annual_pct}%`, 'reduced_annual_pct')}{' '}
        <span class="hint">{`${toText(credits)} of ${toText(ftCredits)} credits`}</span>
      </>,
    ],
  ];
  return (
    <>
      <dl class="row">
        {parts.map(([name, shown]) => (
          <div key={name}>
            <dt class="hint">{name}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      {reasons(['reduced_annual_pct', ...loans.map(({ limit }) => limit)])}
    </>
  );
}

/** For each term, what was paid, what may be paid in one or two ways, and why; then all terms together. */
export function PaymentTable(props: AnswerProps) {
  const { answer } = props;
  const { figure, reasons } = figuresOf(props);
  const ways = waysOf(answer.result);
  const columns = ['paid', ...ways] as const;
  const now =
    ways.length === 1
      ? ['May be paid now']
      : [`May be paid now, ${WAY_LABELS.equal}`, `or ${WAY_LABELS.proportional}`];
  const payments = paymentsOf(answer);
  /** `fieldOf` names the answer's figure for a column; null if the page made the sum, or for nothing. */
  const rows = (label: string, amounts: Amounts, fieldOf: (column: keyof Amounts) => string | null) => {
    const fields = columns.map(fieldOf);
    const figures = columns.map((column, place) =>
      figure(wholeDollars(amounts[column]), fields[place] ?? null),
    );
    return [[label, ...figures], ...reasons(fields).map((each) => [each])];
  };
  const totalRow = (amounts: Amounts) =>
    ['Total', ...columns.map((column) => wholeDollars(amounts[column]))].map((text, place) => (
      <strong key={place}>{text}</strong>
    ));
  const terms = payments.map(({ name, why, loans, ...own }, index) => ({
    heading: (
      <>
        <strong>{name}</strong> <span class="hint">{why.join(' ')}</span>
      </>
    ),
    rows: [
      ...loans.flatMap(({ loan, isSettled, ...amounts }) =>
        rows(loan.label, amounts, (column) =>
          (column === 'paid') === isSettled
            ? `terms.${index}.${column === 'paid' ? 'equal' : column}.${loan.name}`
            : null,
        ),
      ),
      ...(loans.length > 1 ? [totalRow(own)] : []),
    ],
  }));
  const year = loansIn(answer).flatMap((loan) => {
    const own = together(payments.flatMap(({ loans }) => loans.filter((each) => each.loan === loan)));
    // The answer's total includes what was already paid.
    return rows(loan.label, own, (column) =>
      column === 'paid' || own.paid > 0 ? null : `total_${column}.${loan.name}`,
    );
  });
  return (
    <Table
      caption="Payments by term"
      isFigures
      columns={['Loan', 'Already paid', ...now]}
      groups={[
        ...terms,
        { heading: <strong>All terms</strong>, rows: [...year, totalRow(together(payments))] },
      ]}
    />
  );
}

/** Draws an answer's figures as buttons for their reasons: the steps behind each, back to `YEAR_FIGURES`. */
function figuresOf({ answer, page }: AnswerProps) {
  const idOf = (field: string) => `figure-${field}`;
  const isOpen = (field: string) => page?.state.parts[idOf(field)] === true;
  return {
    figure: (text: string, field: string | null): ComponentChildren =>
      field === null || page === undefined ? (
        text
      ) : (
        <Button
          key={field}
          look="figure"
          id={idOf(field)}
          aria-expanded={isOpen(field)}
          aria-controls={isOpen(field) ? `${idOf(field)}-reasons` : undefined}
          title="How this was worked out"
          onPress={() => page.send({ type: 'part-toggled', id: idOf(field), isOpen: !isOpen(field) })}
        >
          {text}
        </Button>
      ),
    reasons: (fields: readonly (string | null)[]): ComponentChildren[] =>
      fields
        .filter((field): field is string => field !== null && isOpen(field))
        .map((field) => (
          <div key={field} id={`${idOf(field)}-reasons`} class="note info">
            <strong>How this was worked out</strong>
            <Steps answer={answer} steps={stepsBehind(answer.trace, [field], YEAR_FIGURES)} />
          </div>
        )),
  };
}

/** Steps in the order of the rules, with numbered sources listed below. Decisive steps are bold. */
export function Steps({ answer, steps }: AnswerProps & { readonly steps: readonly TraceStep[] }) {
  const terms = answer.working.terms.map(({ name }) => name);
  const sources = sourcesOf(steps);
  const numbers = (step: TraceStep) =>
    sourcesOf([step])
      .map((source) => sources.indexOf(source) + 1)
      .sort((one, other) => one - other)
      .join(', ');
  return (
    <>
      <Table
        caption="Steps"
        columns={['Rule', 'Step', 'Worked out', 'Sources']}
        rows={steps.map((step) => {
          const rule = <a href={`/docs/rules#${step.section}`}>{step.section}</a>;
          const cells = [rule, stepTitle(step, terms), step.worked, numbers(step)];
          return answer.trace.decisive.includes(step.id)
            ? cells.map((cell, place) => <strong key={place}>{cell}</strong>)
            : cells;
        })}
      />
      <ol class="hint sources">
        {sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ol>
    </>
  );
}

/** Figures that the page shows separately: an explanation names them and goes back no further. */
const YEAR_FIGURES: readonly string[] = ['reduced_annual_pct', ...LOANS.map(({ limit }) => limit)];

/**
 * The steps behind some figures, in the order of the rules. Left out are steps that do not apply, except
 * those of the figures themselves, and steps about reading entries (section 1). The search stops at other
 * figures in `ends`.
 */
function stepsBehind({ steps }: Trace, figures: readonly string[], ends: readonly string[] = []) {
  const byId = new Map(steps.map((step) => [`step:${step.id}`, step]));
  const own = steps.filter(({ result }) => figures.includes(result.field ?? ''));
  const needed = new Set(own);
  // Iterating over a set includes elements added meanwhile.
  for (const step of needed) {
    if (ends.includes(step.result.field ?? '') && !own.includes(step)) continue;
    for (const { from } of step.inputs) {
      const earlier = byId.get(from);
      if (earlier?.applies) needed.add(earlier);
    }
  }
  return steps.filter((step) => needed.has(step) && !step.section.startsWith('1.'));
}

/** The applied steps that make up the limit for the year, or produce a figure of the answer. */
export function decidingSteps(answer: Answered): TraceStep[] {
  const loans = loansIn(answer);
  const terms = answer.result.terms.flatMap((_, index) =>
    waysOf(answer.result).flatMap((way) => loans.map(({ name }) => `terms.${index}.${way}.${name}`)),
  );
  const figures = ['reduced_annual_pct', ...loans.map(({ limit }) => limit), ...terms];
  return stepsBehind(answer.trace, figures).filter(
    // Sections 2 to 4 of the rules are the limit for the year.
    (step) => step.applies && (/^[234]\./.test(step.section) || step.result.field !== null),
  );
}

function stepTitle({ title, for: { loan, term } }: TraceStep, terms: readonly string[]): string {
  const parts = [term === null ? '' : (terms[term] ?? ''), loan === null ? '' : LOAN_TYPE_NAMES[loan]];
  const unsaid = parts.filter((part) => !title.toLowerCase().includes(part.toLowerCase()));
  return unsaid.length === 0 ? title : `${title} (${unsaid.join(', ')})`;
}

/** The sources of the steps, including dated amounts, as texts; each once, in the order of the steps. */
function sourcesOf(steps: readonly TraceStep[]): string[] {
  const texts = steps.flatMap(({ sources, parameters }) => [
    ...parameters.map(({ name, effective, source }) => `${name}: ${source}, since ${effective}`),
    ...sources.map(sourceText),
  ]);
  return [...new Set(texts)];
}
