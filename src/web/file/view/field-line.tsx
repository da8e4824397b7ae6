import { blanksText, rivalText, samplesText } from '../../../recipe/column-texts.js';
import type { FieldLine } from '../../../recipe/examination.js';
import { columnsOf, type FieldRule, kindOf, SEVERAL_COLUMNS } from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { fieldId } from '../state/lines.js';
import { CodesList } from './codes-list.js';
import { ColumnPicker } from './column-picker.js';
import { meaningsOf, ruleText } from './field-words.js';
import { KeyedLine, type LineChoice } from './keyed-line.js';
import { OneValue } from './one-value.js';
import type { DraftProps } from './view-props.js';

interface FieldLineProps extends DraftProps {
  readonly line: FieldLine;
}

/** One of our fields: what belongs there, and the person's column with its values, or what is said instead. */
export function FieldLineView(props: FieldLineProps) {
  const { line, state, draft, send } = props;
  const { label, help, rule, open, alarms, warnings, rivals, codes, field } = line;
  const id = fieldId(line);
  const how = `how-${id}`;
  const mode = state.typed[how] ?? '';
  const act = actions(props);
  return (
    <KeyedLine
      id={id}
      isOpen={open.length > 0}
      name={<span id={`${id}-name`}>{label}</span>}
      help={help}
      choices={choicesOf(props, act)}
      below={
        <>
          {(mode === 'column' || mode === 'add') && (
            <ColumnPicker
              id={`draft-${id}`}
              label={mode === 'add' ? 'Also add this column' : 'Your column'}
              first={columnsOf(line.suggestion)}
              without={mode === 'add' ? columnsOf(rule) : []}
              onPick={(name) => act.columns(mode === 'add' ? [...columnsOf(rule), name] : [name])}
              draft={draft}
              state={state}
              send={send}
            />
          )}
          {(mode === 'value' || isByLevel(rule)) && (
            <OneValue line={line} onValue={act.rule} draft={draft} state={state} send={send} />
          )}
          {codes.length > 0 && !isText(field) && (
            <CodesList
              line={id}
              codes={codes}
              options={meaningsOf(field)}
              isNumber={kindOf(field).kind === 'number'}
              state={state}
              send={send}
            />
          )}
          {open
            .filter(({ path }) => path.length === line.path.length && rule !== null)
            .map(({ message }) => (
              <p key={message} class="error">
                {message}
              </p>
            ))}
        </>
      }
    >
      <Placed line={line} />
      {alarms.length > 0 && (
        <p class="alarm">
          Check what it means: the name says {alarms.map((word) => `“${word}”`).join(', ')}.
        </p>
      )}
      {warnings.map((text) => (
        <p key={text} class="alarm">
          {text}
        </p>
      ))}
      {rivals.length > 0 && (
        <div class="rivals">
          <p>
            {rivals.length === 1 ? 'Another column holds' : `${rivals.length} other columns hold`} values like
            these:
          </p>
          <ul>
            {rivals.map((rival) => (
              <li key={rival.column}>
                {rivalText(rival)}{' '}
                <Button look="link" onPress={() => act.columns([rival.column])}>
                  Use {rival.column}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </KeyedLine>
  );
}

/** What is placed, large, with five values of each column. */
function Placed({ line: { field, rule, none, columns } }: { readonly line: FieldLine }) {
  const text = ruleText(field, rule, none);
  if (text === null) return null;
  if (columns.length === 0) return <p class="placed said">{text}</p>;
  return (
    <div class="placed">
      <p class="theirs">{text}</p>
      {columns.length > 1 && <p class="hint">{field === 'term_label' ? 'Joined.' : 'Added up.'}</p>}
      {columns.map((column) => (
        <p key={column.name} class="samples">
          {columns.length > 1 && <strong>{column.name}: </strong>}
          {samplesText(column)} <span class="hint">{blanksText(column)}</span>
        </p>
      ))}
    </div>
  );
}

function choicesOf({ line, state, send }: FieldLineProps, act: Actions): readonly LineChoice[] {
  const { field, rule, suggestion, none, codes } = line;
  const id = fieldId(line);
  const open =
    (mode: string, focus: string): LineChoice['onPress'] =>
    () => {
      send({ type: 'type', field: `how-${id}`, text: mode });
      send({ type: 'unfold', name: `draft-${id}`, isOpen: mode === 'column' || mode === 'add', focus });
    };
  const mode = state.typed[`how-${id}`] ?? '';
  const column: LineChoice = {
    label: rule === null ? 'A column…' : 'Another column…',
    isChosen: mode === 'column',
    onPress: open('column', `draft-${id}`),
  };
  const value: LineChoice = {
    label: field === 'term_ft_credits' ? 'The same for everybody…' : 'One value for all…',
    isChosen: mode === 'value',
    onPress: open('value', `value-${id}`),
  };
  const nothing: readonly LineChoice[] =
    none === null || rule === 'none' ? [] : [{ label: none, onPress: () => act.rule('none') }];
  const suggested = codes.filter((code) => code.meaning === null && code.suggestion !== null);
  const takeCodes: readonly LineChoice[] =
    suggested.length === 0
      ? []
      : [
          {
            label: `Take the suggested meanings: ${suggested.map(({ code, suggestion: means }) => `${code || 'blank'} = ${means || 'nothing'}`).join(', ')}`,
            onPress: () => {
              const meanings = suggested.map(({ path, suggestion: means }) => [path, means ?? ''] as const);
              send({ type: 'edit', edit: { kind: 'codes', meanings }, line: id });
            },
          },
        ];
  const text = rule === null && suggestion !== null ? ruleText(field, suggestion, none) : null;
  const take: readonly LineChoice[] =
    text === null ? [] : [{ label: `Use ${text}`, onPress: () => takeSuggestion(suggestion, act) }];
  return [
    ...takeCodes,
    ...take,
    column,
    ...(rule !== null && rule !== 'none' && columnsOf(rule).length > 0 && SEVERAL_COLUMNS.has(field)
      ? [{ label: 'Add a column…', isChosen: mode === 'add', onPress: open('add', `draft-${id}`) }]
      : []),
    ...(isText(field) ? [] : [value]),
    ...nothing,
  ];
}

/** A suggested column is placed as if a person had found it, with the meanings that its codes usually have. */
function takeSuggestion(suggestion: FieldRule, act: Actions): void {
  const columns = columnsOf(suggestion);
  if (columns.length > 0) act.columns(columns);
  else act.rule(suggestion);
}

interface Actions {
  readonly columns: (names: readonly string[]) => void;
  readonly rule: (rule: FieldRule) => void;
}

function actions({ line, send }: FieldLineProps): Actions {
  const { field, term } = line;
  const id = fieldId(line);
  return {
    columns: (columns) => send({ type: 'edit', edit: { kind: 'columns', field, term, columns }, line: id }),
    rule: (rule) => send({ type: 'edit', edit: { kind: 'rule', field, term, rule }, line: id }),
  };
}

/** Whether the cells of a field are taken as they are. */
function isText(field: FieldLine['field']): boolean {
  return kindOf(field).kind === 'text';
}

function isByLevel(rule: FieldRule): boolean {
  return rule !== null && rule !== 'none' && 'by_level' in rule;
}
