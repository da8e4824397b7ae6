import { type Exact, isExact, isPositive, parseExact, toText } from '../../engine/exact.js';
import { wholeDollars } from '../../engine/texts.js';
import { CopyButton } from '../parts/copy-button.js';
import { Disclosure } from '../parts/disclosure.js';
import { Remarks, TextBox } from '../parts/field.js';
import { Table } from '../parts/table.js';
import { answerTo } from './answer.js';
import { type OneProps, type OneState, SCHOOL_PART, shownCase } from './state.js';
import { type SchoolRow, schoolTable } from './year-table.js';

const ID = 'school-credits';
/** The table of credits and amounts for a school's own full-time credits, which follow the case until someone sets them. */
export function SchoolSection({ state, send }: OneProps) {
  const { awardYear } = shownCase(state);
  const text = state.schoolCredits ?? creditsOfCase(state);
  const credits = parseExact(text.trim());
  const isUsable = isExact(credits) && isPositive(credits);
  const error =
    isUsable || text.trim() === '' ? undefined : `Enter a number of credits above 0. You entered “${text}”.`;
  return (
    <Disclosure
      id={SCHOOL_PART}
      class="below"
      summary={<h2>A table to publish</h2>}
      isOpen={state.parts[SCHOOL_PART] === true}
      onToggle={(isOpen) => send({ type: 'part-toggled', id: SCHOOL_PART, isOpen })}
    >
      <p class="hint">
        The annual limits of all kinds of students at the full-time credits of your academic year. A dependent
        student whose parent was denied a PLUS loan has the limits of an independent student.
      </p>
      <div class="row">
        <label for={ID}>Full-time credits of the academic year</label>
        <TextBox
          id={ID}
          isNumber
          value={text}
          error={error}
          onText={(typed) => send({ type: 'school-typed', text: typed })}
        />
        {isUsable && (
          <CopyButton label="Copy the table for a spreadsheet" text={() => copiedText(credits, awardYear)} />
        )}
      </div>
      <Remarks id={ID} error={error} />
      <div id="school-table">{isUsable && <SchoolTable credits={credits} awardYear={awardYear} />}</div>
    </Disclosure>
  );
}

function creditsOfCase(state: OneState): string {
  const answer = answerTo(shownCase(state));
  return answer.ok ? toText(answer.working.eligibility.annualFtCredits) : '';
}

function SchoolTable(props: { readonly credits: Exact; readonly awardYear: string }) {
  const { credits, awardYear } = props;
  const { columns, rows } = schoolTable(credits, awardYear);
  const groups = [...new Set(columns.map(({ group }) => group))];
  const above = (
    <tr>
      <td colSpan={2} />
      {groups.map((name) => (
        <th
          key={name}
          scope="colgroup"
          colSpan={columns.filter(({ group }) => group === name).length}
          class="group"
        >
          {name}
        </th>
      ))}
    </tr>
  );
  return (
    <Table
      isFigures
      caption={`Annual Direct Loan limits by credits, award year ${awardYear}, full time ${toText(credits)} credits`}
      columns={['Credits', 'Share', ...columns.map(({ name }) => name)]}
      rows={rows.map(cellsOf)}
      groups={above}
    />
  );
}

function cellsOf({ credits, percent, amounts }: SchoolRow): string[] {
  return [credits, `${percent}%`, ...amounts.map(wholeDollars)];
}

/** Tab-separated, as spreadsheets put cells on the clipboard. */
function copiedText(credits: Exact, awardYear: string): string {
  const { columns, rows } = schoolTable(credits, awardYear);
  const head = ['Credits', 'Share', ...columns.map(({ group, name }) => `${group}: ${name}`)];
  return [head, ...rows.map(cellsOf)].map((cells) => `${cells.join('\t')}\n`).join('');
}
