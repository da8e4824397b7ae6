import type { FundMeaning, FundRule } from '../../../recipe/recipe.js';
import { optionsIn } from '../../parts/choice.js';
import { FUND_LINE } from '../state/lines.js';
import { CodesList, ColumnPicker, Line, PlacedColumn, useLine } from './line.js';
import { useDraft } from './page-context.js';

const MEANINGS: Readonly<Record<FundMeaning, string>> = {
  sub: 'Direct Subsidized',
  unsub: 'Direct Unsubsidized',
  grad_plus: 'Grad PLUS',
  none: 'none of these loans (grants, work, Parent PLUS)',
};

/** Where a row is a payment of a fund: which column names the fund, which one has what was paid, and which loan each fund is. */
export function FundLine({ isOpen }: { readonly isOpen: boolean }) {
  const { recipe, examination } = useDraft();
  const { mode, edit, openEditor } = useLine(FUND_LINE);
  const { column, paid, values }: FundRule = recipe.fund ?? { column: null, paid: null, values: {} };
  const codes = examination.facts.columns.find(({ name }) => name === column)?.codes ?? [];
  const place = (fund: Partial<FundRule>) => edit({ kind: 'fund', fund });
  return (
    <Line
      id={FUND_LINE}
      isOpen={isOpen}
      name="Funds and payments"
      help="The fund says which loan a payment is. Take what was paid: not offered, accepted or anticipated."
      said={
        <>
          {column !== null && <PlacedColumn name={column} says="is the fund." />}
          {paid !== null && <PlacedColumn name={paid} says="is what was paid." />}
        </>
      }
      choices={[
        { label: 'The column of the fund…', isChosen: mode === 'fund', onPress: () => openEditor('fund') },
        {
          label: 'The column of what was paid…',
          isChosen: mode === 'paid',
          onPress: () => openEditor('paid'),
        },
      ]}
    >
      {mode !== '' && (
        <ColumnPicker
          id={`draft-${FUND_LINE}`}
          label={mode === 'fund' ? 'The column of the fund' : 'The column of what was paid'}
          onPick={(name) => place(mode === 'fund' ? { column: name, values: {} } : { paid: name })}
        />
      )}
      <CodesList
        line={FUND_LINE}
        codes={codes.map(({ code, rows }) => ({
          code,
          rows,
          path: ['fund', 'values', code],
          suggestion: null,
          meaning: values[code] ?? null,
        }))}
        options={optionsIn(MEANINGS)}
      />
    </Line>
  );
}
