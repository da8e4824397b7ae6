import { toText } from '../../engine/exact.js';
import { totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import type { Answered } from './answer.js';
import { type Explainer, Figure, Reasons } from './figure.js';
import { LIMIT_FIELDS, LOAN_LABELS, limitsOf, loansIn } from './loan-dollars.js';

/** Each loan's limit for the year, and what it is a share of. */
export function YearLimit(props: { readonly answer: Answered; readonly explainer: Explainer | null }) {
  const { answer, explainer } = props;
  const { result, working } = answer;
  const loans = loansIn(answer);
  const limits = limitsOf(result);
  const fields = ['reduced_annual_pct', ...loans.map((loan) => LIMIT_FIELDS[loan])];
  const open = fields.filter((field) => explainer?.open.includes(explainer.prefix + field));
  return (
    <>
      <dl class="year-limit">
        <div>
          <dt>Limit for the year</dt>
          <dd class="main-figure">{wholeDollars(totalDollars(limits))}</dd>
        </div>
        {loans.map((loan) => (
          <div key={loan}>
            <dt>{LOAN_LABELS[loan]}</dt>
            <dd>
              <Figure text={wholeDollars(limits[loan])} field={LIMIT_FIELDS[loan]} explainer={explainer} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Share of a full-time year</dt>
          <dd>
            <Figure text={`${result.reduced_annual_pct}%`} field="reduced_annual_pct" explainer={explainer} />{' '}
            <span class="why">{creditsText(working)}</span>
          </dd>
        </div>
      </dl>
      {explainer !== null &&
        open.map((field) => (
          <div key={field} class="reasons-box">
            <Reasons field={field} answer={answer} explainer={explainer} />
          </div>
        ))}
    </>
  );
}

function creditsText({ eligibility }: Answered['working']): string {
  return `${toText(eligibility.credits)} of ${toText(eligibility.annualFtCredits)} credits`;
}
