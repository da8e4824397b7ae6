import { columnLabel } from '../../../contract/field-labels.js';
import { listed } from '../../../engine/plain-texts.js';
import { heldText, valuesText } from '../../../recipe/column-texts.js';
import { SEVERAL_COLUMNS } from '../../../recipe/our-fields.js';
import { markNotUsed, placeColumns, placeStatus } from '../../../recipe/place-columns.js';
import { columnsOf, type Recipe, type StatusMeaning } from '../../../recipe/recipe.js';
import { Choice, optionsIn } from '../../parts/choice.js';
import type { PageLine } from '../state/draft.js';
import { placeOfTerm, ruleText } from './field-line.js';
import { alarmNotes, CodesList, Line, type LineChoice, useLine } from './line.js';
import { useDraft } from './page-context.js';

const MEANINGS: Readonly<Record<StatusMeaning, string>> = {
  counts: 'the row counts',
  no_credits: 'its credits are 0',
  leave_out: 'leave the row out',
  not_calculated: 'do not calculate the student',
};

/** A column that is on no field: its values, and whether it is used. */
export function UnreadLineView(props: { readonly line: Extract<PageLine, { kind: 'unread' }> }) {
  const { id, line } = props.line;
  const { column, placed, held, codes, rivalOf, suggestions, open, path } = line;
  const { recipe, lines, examination } = useDraft();
  const { facts } = examination;
  const { mode, edit, editor } = useLine(id);
  const { rows, terms } = recipe;
  const fields = lines.all.flatMap((each) => (each.kind === 'field' ? [each] : []));
  const states = (label: string, term?: number): LineChoice => ({
    label: `Says whether ${label} counts`,
    isChosen: placed === 'status' && placeOfTerm(path) === term,
    onPress: () => edit(placeStatus(recipe, column, term)),
  });
  const parts = rows === 'student' ? terms.map(({ label }, term) => states(label, term)) : [];
  const suggested = suggestions.map((field): LineChoice => {
    const own = fields.filter((each) => each.line.field === field).map((each) => each.line);
    // Of the terms, the first that has no column yet.
    const free = own.find(({ rule }) => rule === null) ?? own[0];
    const term = placeOfTerm(free?.path ?? []);
    const place = () => edit(placeColumns(recipe, facts, field, [column.name], term));
    return { label: `Is ${columnLabel(field)}`, onPress: place };
  });
  /** What the column may be: each field in the order of the lines, beside or instead of what is placed there. */
  const mayBe = (mode === 'field' ? fields : []).map((each): readonly [label: string, made: () => Recipe] => {
    const { field, rule, none, path } = each.line;
    const columns = SEVERAL_COLUMNS.has(field) ? columnsOf(rule) : [];
    const before = ruleText(field, rule, none);
    const how = before === null ? '' : `, ${columns.length > 0 ? 'with' : 'instead of'} ${before}`;
    const names = [...columns, column.name];
    return [`${each.name}${how}`, () => placeColumns(recipe, facts, field, names, placeOfTerm(path))];
  });
  return (
    <Line
      line={props.line}
      class="unread"
      said={<p>{valuesText(column)}</p>}
      notes={[
        ...alarmNotes(line.alarms),
        ...(rivalOf.length > 0
          ? [`Holds values like your column for ${listed(rivalOf.map(columnLabel))}.`]
          : []),
        ...(held === null ? [] : [`When you said that it is not used, it held ${heldText(held)}.`]),
      ]}
      choices={[
        {
          label: 'Not used',
          isChosen: placed === 'not used',
          onPress: () => edit(markNotUsed(recipe, column)),
        },
        ...(column.codes === null ? [] : [states('a row'), ...parts]),
        ...suggested,
        editor('Is one of these fields…', 'field'),
      ]}
      open={placed === null ? [] : open.filter(({ path }) => !path.includes('values'))}
    >
      {mode === 'field' && (
        <div class="row">
          <label for={`draft-${id}`}>{column.name} is</label>
          <Choice
            id={`draft-${id}`}
            value=""
            options={mayBe.map(([label]) => [label, label])}
            onChoose={(chosen) => edit(mayBe.find(([label]) => label === chosen)?.[1]() ?? recipe)}
          />
        </div>
      )}
      {placed === 'status' && <CodesList line={id} codes={codes} options={optionsIn(MEANINGS)} />}
    </Line>
  );
}
