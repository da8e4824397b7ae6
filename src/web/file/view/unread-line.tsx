import { columnLabel } from '../../../contract/field-labels.js';
import { listed } from '../../../engine/plain-texts.js';
import { valuesText } from '../../../recipe/column-texts.js';
import type { UnreadLine } from '../../../recipe/examination.js';
import { columnsOf, type Ours, SEVERAL_COLUMNS } from '../../../recipe/recipe.js';
import { Choice, optionsIn } from '../../parts/choice.js';
import { shownLines, unreadId } from '../state/lines.js';
import { type RecipeEdit, STATUS_LABELS } from '../state/recipe-edits.js';
import { CodesList } from './codes-list.js';
import { ruleText } from './field-words.js';
import { KeyedLine, type LineChoice } from './keyed-line.js';
import type { DraftProps } from './view-props.js';

interface UnreadLineProps extends DraftProps {
  readonly line: UnreadLine;
}

/** A column that is on no field: its values, and whether it is used. */
export function UnreadLineView(props: UnreadLineProps) {
  const { line, state, draft, send } = props;
  const { column, placed, held, codes, alarms, rivalOf, open } = line;
  const id = unreadId(line);
  const isField = state.typed[`how-${id}`] === 'field';
  return (
    <KeyedLine
      id={id}
      class="unread"
      isOpen={placed === null || open.length > 0}
      name={<span class="theirs">{column.name}</span>}
      choices={choicesOf(props)}
      below={
        <>
          {isField && (
            <div class="row">
              <label for={`draft-${id}`}>{column.name} is</label>
              <Choice
                id={`draft-${id}`}
                value=""
                options={fieldOptions(draft, column.name).map(([value, label]) => [value, label])}
                onChoose={(place) => {
                  const chosen = fieldOptions(draft, column.name).find(([value]) => value === place);
                  if (chosen !== undefined) send({ type: 'edit', edit: chosen[2], line: id });
                }}
              />
            </div>
          )}
          {placed === 'status' && (
            <CodesList line={id} codes={codes} options={optionsIn(STATUS_LABELS)} state={state} send={send} />
          )}
          {placed !== null &&
            open
              .filter(({ path }) => path.length < 4)
              .map(({ message }) => (
                <p key={message} class="error">
                  {message}
                </p>
              ))}
        </>
      }
    >
      <div class="values">
        <p class="samples">{valuesText(column)}</p>
        {alarms.length > 0 && (
          <p class="alarm">
            Check what it means: the name says {alarms.map((word) => `“${word}”`).join(', ')}.
          </p>
        )}
        {rivalOf.length > 0 && (
          <p class="alarm">Holds values like your column for {listed(rivalOf.map(columnLabel), 'and')}.</p>
        )}
        {held !== null && <p class="alarm">When you said that it is not used, it held {heldText(held)}.</p>}
      </div>
    </KeyedLine>
  );
}

function choicesOf({ line, draft, state, send }: UnreadLineProps): readonly LineChoice[] {
  const { column, placed, suggestions } = line;
  const id = unreadId(line);
  const place = (to: 'not used' | 'status') =>
    send({ type: 'edit', edit: { kind: 'unread', column, placed: to }, line: id });
  const isField = state.typed[`how-${id}`] === 'field';
  return [
    { label: 'Not used', isChosen: placed === 'not used', onPress: () => place('not used') },
    ...(column.codes === null
      ? []
      : [
          {
            label: 'Says whether a row counts',
            isChosen: placed === 'status',
            onPress: () => place('status'),
          },
        ]),
    ...suggestions.slice(0, 2).map((field) => ({
      label: `Is ${columnLabel(field)}`,
      onPress: () =>
        send({
          type: 'edit' as const,
          edit: { kind: 'columns' as const, field, term: freeTerm(draft, field), columns: [column.name] },
          line: id,
        }),
    })),
    {
      label: 'Is one of these fields…',
      isChosen: isField,
      onPress: () => {
        send({ type: 'type', field: `how-${id}`, text: 'field' });
        send({ type: 'unfold', name: `how-${id}`, isOpen: true, focus: `draft-${id}` });
      },
    },
  ];
}

/** The first term whose line of this field is open; null if there is one line for all terms. */
function freeTerm({ examination: { lines } }: DraftProps['draft'], field: Ours): string | null {
  const own = lines.filter((line) => line.field === field);
  return (own.find(({ rule }) => rule === null) ?? own[0])?.term ?? null;
}

/** What a column may be: each field in the order of the lines, beside or instead of what is placed there. */
function fieldOptions(
  draft: DraftProps['draft'],
  name: string,
): readonly (readonly [value: string, label: string, edit: RecipeEdit])[] {
  return shownLines(draft).fields.flatMap(({ field, term, label, rule, none }, place) => {
    const text = term === null ? label : `${term}: ${label}`;
    const columns = columnsOf(rule);
    const edit = (names: readonly string[]): RecipeEdit => ({ kind: 'columns', field, term, columns: names });
    const placed = ruleText(field, rule, none);
    const alone = placed === null ? text : `${text}, instead of ${placed}`;
    const together = SEVERAL_COLUMNS.has(field) && columns.length > 0;
    return [
      [`${place}`, alone, edit([name])] as const,
      ...(together ? [[`${place}+`, `${text}, with ${placed}`, edit([...columns, name])] as const] : []),
    ];
  });
}

function heldText(held: NonNullable<UnreadLine['held']>): string {
  if (typeof held === 'string') return held === 'one value' ? 'one value on all rows' : held;
  return `the codes ${listed(
    held.codes.map((code) => code || 'blank'),
    'and',
  )}`;
}
