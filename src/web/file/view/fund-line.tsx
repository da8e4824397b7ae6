import { unplaced } from '../../../recipe/place-columns.js';
import type { FundMeaning, FundRule } from '../../../recipe/recipe.js';
import { optionsIn } from '../../parts/choice.js';
import type { PageLine } from '../state/draft.js';
import { CodesList, ColumnPicker, Line, PlacedColumn, useLine } from './line.js';
import { useDraft } from './page-context.js';

const MEANINGS: Readonly<Record<FundMeaning, string>> = {
  sub: 'Direct Subsidized',
  unsub: 'Direct Unsubsidized',
  grad_plus: 'Grad PLUS',
  none: 'none of these loans (grants, work, Parent PLUS)',
};

/** Where a row is a payment of a fund: which column names the fund, which one has what was paid, and which loan each fund is. */
export function FundLine({ line }: { readonly line: PageLine }) {
  const { recipe, examination } = useDraft();
  const { mode, edit, editor } = useLine(line.id);
  const fund: FundRule = recipe.fund ?? { column: null, paid: null, values: {} };
  const { column, paid, values } = fund;
  const codes = examination.facts.columns.find(({ name }) => name === column)?.codes ?? [];
  const place = (name: string) => {
    const freed = unplaced(recipe, name);
    const placed = mode === 'fund' ? { column: name, values: {} } : { paid: name };
    edit({ ...freed, fund: { ...(freed.fund ?? fund), ...placed } });
  };
  return (
    <Line
      line={line}
      help="The fund says which loan a payment is. Take what was paid: not offered, accepted or anticipated."
      said={
        <>
          {column !== null && <PlacedColumn name={column} says="is the fund." />}
          {paid !== null && <PlacedColumn name={paid} says="is what was paid." />}
        </>
      }
      choices={[editor('The column of the fund…', 'fund'), editor('The column of what was paid…', 'paid')]}
    >
      {mode !== '' && (
        <ColumnPicker
          id={`draft-${line.id}`}
          label={`The column of ${mode === 'fund' ? 'the fund' : 'what was paid'}`}
          onPick={place}
        />
      )}
      <CodesList
        line={line.id}
        codes={codes.map((each) => ({
          ...each,
          path: ['fund', 'values', each.code],
          suggestion: null,
          meaning: values[each.code] ?? null,
        }))}
        options={optionsIn(MEANINGS)}
      />
    </Line>
  );
}
