import { toText } from '../../engine/exact.js';
import { totalDollars } from '../../engine/student.js';
import { wholeDollars } from '../../engine/texts.js';
import { Figure, type FiguresProps, openReasons } from './explanation.js';
import { LIMIT_FIELDS, LOAN_LABELS, limitsOf, loansIn } from './loan-dollars.js';

/** Each loan's limit for the year, and what it is a share of. */
export function YearLimit({ answer, explainer }: FiguresProps) {
  const { result } = answer;
  const { credits, annualFtCredits } = answer.working.eligibility;
  const loans = loansIn(answer);
  const limits = limitsOf(result);
  const fields = ['reduced_annual_pct', ...loans.map((loan) => LIMIT_FIELDS[loan])];
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
            <span class="why">{`${toText(credits)} of ${toText(annualFtCredits)} credits`}</span>
          </dd>
        </div>
      </dl>
      {openReasons(fields, { answer, explainer }, (field, reasons) => (
        <div key={field} class="reasons-box">
          {reasons}
        </div>
      ))}
    </>
  );
}
