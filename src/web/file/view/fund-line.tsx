import { samplesText } from '../../../recipe/column-texts.js';
import type { CodeLine } from '../../../recipe/examination.js';
import type { FundMeaning, FundRule, Path } from '../../../recipe/recipe.js';
import { type Option, optionsIn } from '../../parts/choice.js';
import { allLines, FUND_LINE } from '../state/lines.js';
import { CodesList } from './codes-list.js';
import { ColumnPicker } from './column-picker.js';
import { KeyedLine } from './keyed-line.js';
import type { DraftProps } from './view-props.js';

const MEANINGS: readonly Option[] = optionsIn<FundMeaning>({
  sub: 'Direct Subsidized',
  unsub: 'Direct Unsubsidized',
  grad_plus: 'Grad PLUS',
  none: 'none of these loans (grants, work, Parent PLUS)',
});

/** Where a row is a payment of a fund: which column names the fund, which one has what was paid, and which loan each fund is. */
export function FundLine({ draft, state, send }: DraftProps) {
  const fund: FundRule = draft.recipe.fund ?? { column: null, paid: null, values: {} };
  const isOpen = allLines(draft).get(FUND_LINE) === true || fund.column === null || fund.paid === null;
  const change = (next: Partial<FundRule>) =>
    send({ type: 'edit', edit: { kind: 'fund', fund: next }, line: FUND_LINE });
  const columnOf = (name: string | null) =>
    draft.examination.facts.columns.find((each) => each.name === name);
  const column = columnOf(fund.column);
  const paid = columnOf(fund.paid);
  const codes = (column?.codes ?? []).map(({ code, rows }): CodeLine => {
    const path: Path = ['fund', 'values', code];
    return { code, rows, path, meaning: fund.values[code] ?? null, suggestion: null };
  });
  return (
    <KeyedLine
      id={FUND_LINE}
      isOpen={isOpen}
      name="Funds and what was paid of them"
      choices={[]}
      help="The fund says which loan a payment is. Take what was paid: not offered, accepted or anticipated."
    >
      {column !== undefined && (
        <p class="placed">
          <span class="theirs">{column.name}</span> is the fund.{' '}
          <span class="samples">{samplesText(column)}</span>
        </p>
      )}
      {paid !== undefined && (
        <p class="placed">
          <span class="theirs">{paid.name}</span> is what was paid.{' '}
          <span class="samples">{samplesText(paid)}</span>
        </p>
      )}
      <ColumnPicker
        id={`draft-${FUND_LINE}-fund`}
        label={column === undefined ? 'The column of the fund' : 'Another column of the fund'}
        onPick={(name) => change({ column: name, values: {} })}
        draft={draft}
        state={state}
        send={send}
      />
      <ColumnPicker
        id={`draft-${FUND_LINE}-paid`}
        label={paid === undefined ? 'The column of what was paid' : 'Another column of what was paid'}
        onPick={(name) => change({ paid: name })}
        draft={draft}
        state={state}
        send={send}
      />
      <CodesList line={FUND_LINE} codes={codes} options={MEANINGS} state={state} send={send} />
    </KeyedLine>
  );
}
