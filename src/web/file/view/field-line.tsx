import { columnLabel, wordLabel } from '../../../contract/field-labels.js';
import { listed } from '../../../engine/plain-texts.js';
import { rivalText } from '../../../recipe/column-texts.js';
import type { FieldLine, Rival } from '../../../recipe/examination.js';
import {
  columnsOf,
  type FieldRule,
  kindOf,
  maySayNothing,
  type Ours,
  SEVERAL_COLUMNS,
} from '../../../recipe/recipe.js';
import { Button } from '../../parts/basics.js';
import { Choice, type Option } from '../../parts/choice.js';
import { fieldId, isInGrid } from '../state/lines.js';
import { ColumnPicker } from './column-picker.js';
import { CreditsGrid } from './credits-grid.js';
import {
  alarmNotes,
  CodesList,
  Line,
  type LineChoice,
  NOTHING,
  NUMBER,
  PlacedColumn,
  useLine,
} from './line.js';
import { DraftBox } from './page-context.js';

interface FieldLineProps {
  readonly line: FieldLine;
  readonly isOpen: boolean;
}

/** One of our fields: what belongs there, and the person's column with its values, or what is said instead. */
export function FieldLineView({ line, isOpen }: FieldLineProps) {
  const { field, term, label, help, rule, none, open, alarms, warnings, rivals, codes, path } = line;
  const id = fieldId(line);
  const { mode, edit, openEditor } = useLine(id);
  const columns = columnsOf(rule);
  const place = (names: readonly string[]) => edit({ kind: 'columns', field, term, columns: names });
  const say = (next: FieldRule) => edit({ kind: 'rule', field, term, rule: next });
  const isText = kindOf(field).kind === 'text';
  const isByLevel = rule !== null && rule !== 'none' && 'by_level' in rule;
  const isAdding = mode === 'add';
  return (
    <Line
      id={id}
      isOpen={isOpen}
      name={term === null || isInGrid(line) ? label : `${label}, ${term}`}
      help={help}
      said={
        columns.length === 0 ? (
          <p class="theirs">{ruleText(field, rule, none)}</p>
        ) : (
          <>
            {columns.map((name) => (
              <PlacedColumn key={name} name={name} />
            ))}
            {columns.length > 1 && <p class="hint">{field === 'term_label' ? 'Joined.' : 'Added up.'}</p>}
          </>
        )
      }
      notes={[...alarmNotes(alarms), ...warnings]}
      choices={choicesOf(line, mode, { place, say, edit, openEditor })}
      // A code says itself that it has no meaning, and what a number is for is a question of the rows.
      open={
        rule === null ? [] : open.filter((each) => !/values|per/.test(String(each.path.slice(path.length))))
      }
    >
      {rivals.length > 0 && <Rivals rivals={rivals} onUse={(name) => place([name])} />}
      {(mode === 'column' || isAdding) && (
        <ColumnPicker
          id={`draft-${id}`}
          label={isAdding ? 'Also add this column' : 'Your column'}
          without={isAdding ? columns : []}
          onPick={(name) => place(isAdding ? [...columns, name] : [name])}
        />
      )}
      {(mode === 'value' || isByLevel) &&
        (field === 'term_ft_credits' ? <CreditsGrid line={line} /> : <OneValue line={line} onValue={say} />)}
      {codes.length > 0 && !isText && (
        <CodesList
          line={id}
          codes={codes}
          options={meaningsOf(field)}
          isNumber={kindOf(field).kind === 'number'}
        />
      )}
    </Line>
  );
}

function choicesOf(
  { field, rule, suggestion, none, codes }: FieldLine,
  mode: string,
  act: Pick<ReturnType<typeof useLine>, 'edit' | 'openEditor'> & {
    readonly place: (names: readonly string[]) => void;
    readonly say: (rule: FieldRule) => void;
  },
): readonly LineChoice[] {
  const unsaid = codes.filter((code) => code.meaning === null && code.suggestion !== null);
  const means = unsaid.map((code) => `${code.code || 'blank'} = ${code.suggestion || 'nothing'}`);
  const suggested = rule === null ? ruleText(field, suggestion, none) : null;
  const opens = (label: string, opened: string): LineChoice => ({
    label,
    isChosen: mode === opened,
    onPress: () => act.openEditor(opened),
  });
  const choices: readonly (LineChoice | false)[] = [
    unsaid.length > 0 && {
      label: `Take the suggested meanings: ${means.join(', ')}`,
      onPress: () =>
        act.edit({
          kind: 'codes',
          meanings: unsaid.map((code) => [code.path, code.suggestion ?? '']),
        }),
    },
    suggested !== null && {
      label: `Use ${suggested}`,
      // The codes of a suggested column have the meanings that are usual.
      onPress: () =>
        columnsOf(suggestion).length > 0 ? act.place(columnsOf(suggestion)) : act.say(suggestion),
    },
    opens(rule === null ? 'A column…' : 'Another column…', 'column'),
    columnsOf(rule).length > 0 && SEVERAL_COLUMNS.has(field) && opens('Add a column…', 'add'),
    kindOf(field).kind !== 'text' &&
      opens(field === 'term_ft_credits' ? 'The same for everybody…' : 'One value for all…', 'value'),
    none !== null && rule !== 'none' && { label: none, onPress: () => act.say('none') },
  ];
  return choices.filter((choice) => choice !== false);
}

/** Other columns that hold values like those of the one that is placed. */
function Rivals({
  rivals,
  onUse,
}: {
  readonly rivals: readonly Rival[];
  readonly onUse: (name: string) => void;
}) {
  return (
    <div class="alarm">
      {rivals.length === 1 ? 'Another column holds' : `${rivals.length} other columns hold`} values like
      these:
      <ul>
        {rivals.map((rival) => (
          <li key={rival.column}>
            {rivalText(rival)}{' '}
            <Button look="link" onPress={() => onUse(rival.column)}>
              Use {rival.column}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Where one value for everybody is said: a list where the values are known, else a number. */
function OneValue({
  line,
  onValue,
}: {
  readonly line: FieldLine;
  readonly onValue: (rule: FieldRule) => void;
}) {
  const id = `draft-${fieldId(line)}`;
  const { words } = kindOf(line.field);
  const { rule } = line;
  const value = rule !== null && rule !== 'none' && 'value' in rule ? rule.value : '';
  const set = (text: string) => onValue({ value: text });
  return (
    <div class="row">
      <label for={id}>{line.label}, for everybody</label>
      {words.length === 0 ? (
        <DraftBox id={id} class="number" value={value} isRight={(text) => NUMBER.test(text)} onText={set} />
      ) : (
        <Choice id={id} value={value} options={words.map((word) => [word, wordLabel(word)])} onChoose={set} />
      )}
    </div>
  );
}

/** What a code of a field may mean, to choose from. */
function meaningsOf(field: Ours): readonly Option[] {
  const { kind, words } = kindOf(field);
  const nothing: readonly Option[] = maySayNothing(field) ? [[NOTHING, 'nothing, as a blank cell']] : [];
  return [
    ...words.map((word) => [word, wordLabel(word)] as const),
    ...nothing,
    ...(kind === 'number' ? [ZERO] : []),
  ];
}

const ZERO = ['0', '0'] as const;

/** What is placed on a field, in a phrase; null where nothing is. */
export function ruleText(field: Ours, rule: FieldRule, none: string | null): string | null {
  if (rule === null) return null;
  if (rule === 'none') return none ?? `No ${columnLabel(field)}`;
  if ('value' in rule) return `${wordLabel(rule.value)} for everybody`;
  if (!('by_level' in rule)) return listed(columnsOf(rule), 'and');
  const said = Object.entries(rule.by_level).filter(([, credits]) => typeof credits === 'string');
  return said.length === 0
    ? null
    : listed(
        said.map(([level, credits]) => `${credits} for ${level}s`),
        'and',
      );
}
