import { columnLabel } from '../../../contract/field-labels.js';
import { listed } from '../../../engine/plain-texts.js';
import { heldText, valuesText } from '../../../recipe/column-texts.js';
import type { UnreadLine } from '../../../recipe/examination.js';
import { type Ours, SEVERAL_COLUMNS } from '../../../recipe/our-fields.js';
import { columnsOf } from '../../../recipe/recipe.js';
import { Choice, optionsIn } from '../../parts/choice.js';
import type { Draft } from '../state/file-state.js';
import { shownLines, unreadId } from '../state/lines.js';
import { type RecipeEdit, STATUS_LABELS } from '../state/recipe-edits.js';
import { ruleText } from './field-line.js';
import { alarmNotes, CodesList, Line, type LineChoice, useLine } from './line.js';
import { useDraft } from './page-context.js';

/** A column that is on no field: its values, and whether it is used. */
export function UnreadLineView({ line, isOpen }: { readonly line: UnreadLine; readonly isOpen: boolean }) {
  const { column, placed, held, codes, alarms, rivalOf, suggestions, open } = line;
  const { name } = column;
  const id = unreadId(line);
  const draft = useDraft();
  const { mode, edit, openEditor } = useLine(id);
  const mayBe = mode === 'field' ? fieldOptions(draft, name) : [];
  const { rows, terms } = draft.recipe;
  const states = (label: string, term: string | null, at: number | null): LineChoice => ({
    label: `Says whether ${label} counts`,
    isChosen: placed === 'status' && (line.path[0] === 'status' ? at === null : line.path[1] === at),
    onPress: () => edit({ kind: 'status', column, term }),
  });
  const parts = rows === 'student' ? terms.map(({ label }, at) => states(label, label, at)) : [];
  const rivals = listed(rivalOf.map(columnLabel), 'and');
  return (
    <Line
      id={id}
      class="unread"
      isOpen={isOpen}
      name={<span class="theirs">{name}</span>}
      said={<p>{valuesText(column)}</p>}
      notes={[
        ...alarmNotes(alarms),
        ...(rivals === '' ? [] : [`Holds values like your column for ${rivals}.`]),
        ...(held === null ? [] : [`When you said that it is not used, it held ${heldText(held)}.`]),
      ]}
      choices={[
        {
          label: 'Not used',
          isChosen: placed === 'not used',
          onPress: () => edit({ kind: 'not used', column }),
        },
        ...(column.codes === null ? [] : [states('a row', null, null), ...parts]),
        ...suggestions.map((field) => ({
          label: `Is ${columnLabel(field)}`,
          onPress: () => edit({ kind: 'columns', field, term: freeTerm(draft, field), columns: [name] }),
        })),
        {
          label: 'Is one of these fields…',
          isChosen: mode === 'field',
          onPress: () => openEditor('field'),
        },
      ]}
      open={placed === null ? [] : open.filter(({ path }) => !path.includes('values'))}
    >
      {mode === 'field' && (
        <div class="row">
          <label for={`draft-${id}`}>{name} is</label>
          <Choice
            id={`draft-${id}`}
            value=""
            options={mayBe.map(([label]) => [label, label])}
            onChoose={(chosen) => {
              const [, to] = mayBe.find(([label]) => label === chosen) ?? [];
              if (to !== undefined) edit(to);
            }}
          />
        </div>
      )}
      {placed === 'status' && <CodesList line={id} codes={codes} options={optionsIn(STATUS_LABELS)} />}
    </Line>
  );
}

/** The first term whose line of this field is open; null if there is one line for all terms. */
function freeTerm({ examination: { lines } }: Draft, field: Ours): string | null {
  const own = lines.filter((line) => line.field === field);
  return (own.find(({ rule }) => rule === null) ?? own[0])?.term ?? null;
}

/** What a column may be: each field in the order of the lines, beside or instead of what is placed there. */
function fieldOptions(draft: Draft, name: string): readonly (readonly [label: string, edit: RecipeEdit])[] {
  return shownLines(draft).fields.flatMap(({ field, term, label, rule, none }) => {
    const text = term === null ? label : `${term}: ${label}`;
    const columns = columnsOf(rule);
    const placed = ruleText(field, rule, none);
    const option = (how: string, names: readonly string[]) =>
      [`${text}${how}`, { kind: 'columns', field, term, columns: names }] as const;
    return [
      option(placed === null ? '' : `, instead of ${placed}`, [name]),
      ...(SEVERAL_COLUMNS.has(field) && columns.length > 0
        ? [option(`, with ${placed}`, [...columns, name])]
        : []),
    ];
  });
}
