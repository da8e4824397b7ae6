import { groupedDollars, listed } from '../../../engine/texts.js';
import {
  countEveryRow,
  placeColumns,
  placeRule,
  replaceColumns,
  TERM_VALUES,
} from '../../../recipe/columns/place-columns.js';
import {
  type ColumnRoles,
  columnsOf,
  roleOf,
  ruleOf,
  statusRules,
} from '../../../recipe/format/column-rules.js';
import {
  columnsText,
  meaningText,
  rivalText,
  rivalTexts,
  valuesText,
} from '../../../recipe/format/column-texts.js';
import type { Rival } from '../../../recipe/format/examination.js';
import {
  DOLLARS,
  FAILS,
  type Field,
  helpOf,
  isAdded,
  otherMeanings,
  STATUS_HELP,
  takesSeveralColumns,
} from '../../../recipe/format/our-fields.js';
import { neededFields, noneText, termIndexIn } from '../../../recipe/format/places.js';
import { type FieldRule, type Recipe, withAnswer } from '../../../recipe/format/recipe.js';
import { wordLabel } from '../../labels.js';
import type { Option } from '../../parts.js';
import type { PageLine, PageLines } from '../state/draft.js';
import {
  alarmNotes,
  CodesList,
  Line,
  type LineChoice,
  NOTHING,
  Picker,
  PlacedColumn,
  useLine,
} from './line.js';
import { DraftBox, typedNumber, useDraft } from './page-context.js';
import { CreditsGrid } from './terms-line.js';

type FieldOfPage = Extract<PageLine, { kind: 'field' }>;

/** One of our fields: its help, and the person's column with values, or the rule without a column. */
export function FieldLineView(props: { readonly line: FieldOfPage }) {
  const { id, line } = props.line;
  const { field, rule, suggestion, open, codes, path } = line;
  const { recipe, lines, examination } = useDraft();
  const { facts } = examination;
  const { label, help, kind, words } = helpOf(field);
  const none = noneText(field, recipe);
  const { mode, edit } = useLine(id);
  const term = termIndexIn(path);
  const [first] = columnPlaces(recipe, props.line);
  const placed = (names: readonly string[], at = term, more: ColumnRoles = {}) =>
    placeColumns(recipe, facts, field, names, at, more);
  const said = (next: FieldRule) => placeRule(recipe, field, next, term);
  const columns = columnsOf(rule);
  const gone = listed(columns.filter((name) => line.columns.every((each) => each.name !== name)));
  const another = columns.length === 0 ? 'A column…' : `Another column instead${gone && ` of ${gone}`}…`;
  const isOfAll = line.term === null && columns.length === 0 && TERM_VALUES.includes(field);
  const hasOwn = isOfAll && recipe.terms.some(({ fields }) => fields?.[field] !== undefined);
  const shown = (hasOwn && termsText(field, recipe)) || ruleText(field, rule, none);
  const together = `${isAdded(field) ? 'Add' : 'Combine with'} another column…`;
  const unsaidTerms = recipe.terms.filter((each) => ruleOf(recipe, field, each) === null);
  const others = hasOwn && rule === null ? `Yes for ${listed(unsaidTerms.map((each) => each.label))}` : null;
  const sayNone = () => (others === null ? said('none') : withAnswer(recipe, ['fields', field], 'none'));
  const isCredits = field === 'term_ft_credits';
  const isByLevel = typeof rule === 'object' && rule !== null && 'by_level' in rule;
  const isGrid = isCredits && (mode === 'value' || isByLevel || hasOwn);
  const suggested = rule === null ? ruleText(field, suggestion, none) : null;
  const choices: readonly (LineChoice | false)[] = [
    suggested !== null && {
      label: `Use ${suggested}`,
      // Codes of a suggested column get their usual meanings.
      makes: () => (columnsOf(suggestion).length > 0 ? placed(columnsOf(suggestion)) : said(suggestion)),
    },
    { label: first?.term ? `A column of ${first.term}…` : another, makes: 'column' },
    kind !== 'text' && {
      label: isCredits ? 'A number for each level…' : 'One value for all…',
      makes: 'value',
    },
    none !== null && (rule !== 'none' || hasOwn) && { label: others ?? none, makes: sayNone },
    columns.length > 0 && takesSeveralColumns(field) && { label: together, makes: 'beside' },
    columns.length > 0 && isAdded(field) && { label: 'Subtract another column…', makes: 'less' },
    columns.length > 0 &&
      isAdded(field) && { label: 'Replace where another column is filled…', makes: 'instead' },
    // Last, so that other choices keep their numbers: the same key pressed twice must not choose a value.
    ...(mode === 'value' ? words : []).map((value) => ({
      label: `${wordFor(field, value)} for everybody`,
      makes: () => said({ value }),
    })),
  ];
  return (
    <Line
      line={props.line}
      help={help}
      said={
        columns.length === 0 ? (
          <strong class="theirs">{shown}</strong>
        ) : (
          <>
            {columns.map((name) => (
              <PlacedColumn key={name} name={name} />
            ))}
            {(columns.length > 1 || roleOf(rule).less.length > 0) && (
              <p class="hint">{columnsText(rule, kind)}.</p>
            )}
          </>
        )
      }
      notes={[
        ...alarmNotes(line.alarms),
        ...line.warnings,
        ...rivalTexts(line.rivals, (rival) => rivalNote(rival, lines)),
      ]}
      choices={choices}
      open={rule === null ? [] : open}
    >
      {(mode === 'column' || mode === 'beside' || mode === 'less' || mode === 'instead') && (
        <Picker
          id={`draft-${id}`}
          label="Your column"
          names={facts.columns.map((column) => [column.name, valuesText(column)])}
          onPick={(name, stays) => {
            const all = [...columns.filter((each) => each !== name), name];
            const next =
              mode === 'column'
                ? replaceColumns(recipe, facts, field, name, first?.at)
                : placed(all, first?.at, mode === 'beside' ? {} : { [mode]: [name] });
            edit(next, stays);
          }}
        />
      )}
      {isGrid && <CreditsGrid id={id} />}
      {mode === 'value' && !isGrid && kind === 'number' && (
        <div class="row">
          <label for={`draft-${id}`}>{label}, for everybody</label>
          <DraftBox
            id={`draft-${id}`}
            class="number"
            value=""
            read={typedNumber}
            onText={(value, isEntered) => edit(said({ value }), !isEntered)}
          />
        </div>
      )}
      {codes.length > 0 && kind !== 'text' && (
        <CodesList line={id} codes={codes} options={meaningsOf(field)} isNumber={kind === 'number'} />
      )}
    </Line>
  );
}

/** How another column differs; in dollars only once everything that decides them is settled. */
export function rivalNote(rival: Rival, { all }: PageLines): string {
  const isSettled = all.every(({ isOpen, kind }) => kind === 'unread' || !isOpen);
  return rivalText(isSettled ? rival : { ...rival, effects: null });
}

/** Where a line may place a column: with a row per student, one column per term. */
export function columnPlaces({ rows, terms }: Recipe, { name, line }: FieldOfPage) {
  const own = termIndexIn(line.path);
  const isOfAll = own === undefined && terms.length > 0 && neededFields(rows).perTerm.includes(line.field);
  return (isOfAll ? terms.map(({ label }) => label) : [null]).map((term, at) =>
    term === null ? { name, line, term, at: own } : { name: `${name}, ${term}`, line, term, at },
  );
}

function meaningsOf(field: Field): readonly Option[] {
  const { kind, words } = helpOf(field);
  const others = otherMeanings(field);
  return [
    ...words.map((word) => [word, wordFor(field, word)] as const),
    ...(others.includes('') ? [[NOTHING, 'as a blank cell'] as const] : []),
    ...(kind === 'number' ? [['0', '0'] as const] : []),
    ...(others.includes(FAILS) ? [[FAILS, 'the student is not calculated'] as const] : []),
  ];
}

function wordFor(field: Field, word: string): string {
  return field === 'fund' ? meaningText(word) : wordLabel(word);
}

/** A rule in a phrase; null for no rule. */
export function ruleText(field: Field, rule: FieldRule, none: string | null): string | null {
  if (rule === null) return null;
  if (rule === 'none') return none ?? `No ${helpOf(field).label}`;
  if ('value' in rule)
    return `${DOLLARS.has(field) ? groupedDollars(rule.value) : wordFor(field, rule.value)} for everybody`;
  if (!('by_level' in rule)) return listed(columnsOf(rule));
  const said = Object.entries(rule.by_level).filter(([, credits]) => typeof credits === 'string');
  return said.length === 0 ? null : listed(said.map(([level, credits]) => `${credits} for ${level}s`));
}

/** The rules of the terms, with equal ones together; null if all are equal. */
function termsText(field: Field, recipe: Recipe): string | null {
  const said = recipe.terms.map((term) => {
    const rule = ruleOf(recipe, field, term);
    // For a single term, `none` (every term counts) means yes.
    const text = ruleText(field, rule === 'none' ? { value: 'true' } : rule, null) ?? 'not said yet';
    return { label: term.label, text };
  });
  const texts = [...new Set(said.map(({ text }) => text))];
  const of = (each: string) => said.filter(({ text }) => text === each).map(({ label }) => label);
  return texts.length < 2 ? null : texts.map((text) => `${listed(of(text))}: ${text}`).join('; ');
}

/** The columns that say whether rows count, or the choice that none does. */
export function StatusLine({ line }: { readonly line: PageLine }) {
  const { recipe } = useDraft();
  const placed = [...new Set(statusRules(recipe).map(({ column }) => column))];
  const isChosen = recipe.status !== null;
  const every = { label: STATUS_HELP.none, isChosen, makes: () => countEveryRow(recipe) };
  return (
    <Line
      line={line}
      help={`${STATUS_HELP.help} A column that tells has that choice on its own line.`}
      said={placed.map((name) => <PlacedColumn key={name} name={name} />)}
      choices={placed.length === 0 ? [every] : []}
    />
  );
}
