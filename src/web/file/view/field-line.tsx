import { columnLabel, wordLabel } from '../../../contract/field-labels.js';
import { listed } from '../../../engine/plain-texts.js';
import { rivalText } from '../../../recipe/column-texts.js';
import type { FieldLine, Rival } from '../../../recipe/examination.js';
import { kindOf, maySayNothing, type Ours, SEVERAL_COLUMNS } from '../../../recipe/our-fields.js';
import { columnsOf, type FieldRule } from '../../../recipe/recipe.js';
import type { Option } from '../../parts/choice.js';
import type { Draft } from '../state/file-state.js';
import { allLines, fieldId, isInGrid, shownLines, TERMS_LINE } from '../state/lines.js';
import { CreditsGrid } from './credits-grid.js';
import {
  alarmNotes,
  CodesList,
  ColumnPicker,
  Line,
  type LineChoice,
  NOTHING,
  NUMBER,
  PlacedColumn,
  useLine,
} from './line.js';
import { DraftBox, useDraft } from './page-context.js';

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
  const { kind } = kindOf(field);
  const isByLevel = rule !== null && rule !== 'none' && 'by_level' in rule;
  const isGrid = isByLevel || (field === 'term_ft_credits' && mode === 'value');
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
      notes={[...alarmNotes(alarms), ...warnings, ...rivalNotes(useDraft(), rivals, (name) => place([name]))]}
      choices={choicesOf(line, mode, { place, say, edit, openEditor })}
      // A code says itself that it has no meaning, and what a number is for is a question of the rows.
      open={
        rule === null ? [] : open.filter((each) => !/values|per/.test(String(each.path.slice(path.length))))
      }
    >
      {(mode === 'column' || isAdding) && (
        <ColumnPicker
          id={`draft-${id}`}
          label={isAdding ? 'Also add this column' : 'Your column'}
          without={isAdding ? columns : []}
          onPick={(name) => place(isAdding ? [...columns, name] : [name])}
        />
      )}
      {isGrid && <CreditsGrid line={line} />}
      {mode === 'value' && !isGrid && kind === 'number' && (
        <div class="row">
          <label for={`draft-${id}`}>{label}, for everybody</label>
          <DraftBox
            id={`draft-${id}`}
            class="number"
            value=""
            isRight={(text) => NUMBER.test(text)}
            onText={(value) => say({ value })}
          />
        </div>
      )}
      {codes.length > 0 && kind !== 'text' && (
        <CodesList line={id} codes={codes} options={meaningsOf(field)} isNumber={kind === 'number'} />
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
  const { kind, words } = kindOf(field);
  const values = mode === 'value' ? words : [];
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
    kind !== 'text' &&
      opens(field === 'term_ft_credits' ? 'The same for everybody…' : 'One value for all…', 'value'),
    none !== null && rule !== 'none' && { label: none, onPress: () => act.say('none') },
    // Behind the others, which keep their numbers: the same key twice must not choose a value.
    ...values.map((value) => ({
      label: `${wordLabel(value)} for everybody`,
      onPress: () => act.say({ value }),
    })),
  ];
  return choices.filter((choice) => choice !== false);
}

/** Other columns that hold values like those of the one that is placed. Dollars are said once all is settled that they depend on. */
function rivalNotes(draft: Draft, rivals: readonly Rival[], onUse: (name: string) => void) {
  const { fields } = shownLines(draft);
  const isOpen = allLines(draft);
  const open = fields.filter((line) => isOpen.get(fieldId(line))).map(({ label }) => label);
  const missing = [...new Set(isOpen.get(TERMS_LINE) ? [...open, 'Terms'] : open)];
  const later = ` The dollars of one student by either are shown once this is settled: ${listed(missing, 'and')}.`;
  return rivals.map((rival) => ({
    text: `Another column holds values like these: ${missing.length === 0 ? rivalText(rival) : rivalText({ ...rival, effect: null }) + later}`,
    act: { label: `Use ${rival.column}`, onPress: () => onUse(rival.column) },
  }));
}

/** What a code of a field may mean, to choose from. */
function meaningsOf(field: Ours): readonly Option[] {
  const { kind, words } = kindOf(field);
  const nothing: readonly Option[] = maySayNothing(field) ? [[NOTHING, 'nothing, like a blank cell']] : [];
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
