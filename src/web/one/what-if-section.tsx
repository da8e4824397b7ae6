import { wholeDollars } from '../../engine/texts.js';
import { Table } from '../parts/table.js';
import type { Answered } from './answer.js';
import { type TermWhatIf, whatIf } from './what-if.js';
import { signedDollars } from './what-if-words.js';

/** The effect of other credits, as a table for each term. */
export function WhatIfSection({ answer }: { readonly answer: Answered }) {
  return (
    <section aria-labelledby="what-if-title">
      <h2 id="what-if-title">More or fewer credits</h2>
      <div id="what-if" class="side-by-side">
        {whatIf(answer).map((term, index) => (
          <section key={index}>
            <h3>{term.label}</h3>
            {term.outcomes.length === 0 ? (
              <p class="hint">The final credits of this term are known. They do not change any more.</p>
            ) : (
              <OutcomeTable term={term} />
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

function OutcomeTable({ term: { label, outcomes } }: { readonly term: TermWhatIf }) {
  return (
    <Table
      isFigures
      caption={`Other credits in ${label}`}
      columns={['Credits', 'Limit for the year', 'Change', `${label} in all`]}
      rows={outcomes.map((outcome) => [
        [outcome.credits, ...(outcome.isNow ? ['as planned'] : []), ...outcome.marks].join(', '),
        wholeDollars(outcome.limit),
        signedDollars(outcome.change),
        wholeDollars(outcome.paid),
      ])}
      marked={outcomes.findIndex(({ isNow }) => isNow)}
    />
  );
}
