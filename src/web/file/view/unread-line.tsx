import { beforeText } from '../../../recipe/columns/column-changes.js';
import {
  markNotUsed,
  newLabel,
  newTermIn,
  placeColumns,
  placeStatus,
  withTerm,
} from '../../../recipe/columns/place-columns.js';
import { suggestedField } from '../../../recipe/columns/usual-names.js';
import { type ColumnRoles, hasTermColumns, statusTexts } from '../../../recipe/format/column-rules.js';
import { OTHERS_MEAN_THE_SAME, valuesText } from '../../../recipe/format/column-texts.js';
import { helpOf, isAdded, takesSeveralColumns } from '../../../recipe/format/our-fields.js';
import { neededFields, noneText, termIndexIn } from '../../../recipe/format/places.js';
import type { Recipe } from '../../../recipe/format/recipe.js';
import type { ColumnFacts, TableFacts } from '../../../table/column-facts.js';
import { optionsIn } from '../../parts.js';
import type { PageLine } from '../state/draft.js';
import { columnPlaces, rivalNote, ruleText } from './field-line.js';
import { alarmNotes, CodesList, Line, type LineChoice, Picker, useLine } from './line.js';
import { useDraft, usePage } from './page-context.js';
import { countsId } from './terms-line.js';

/** A column that is not placed: its values, and whether it is used. */
export function UnreadLineView(props: { readonly line: Extract<PageLine, { kind: 'unread' }> }) {
  const { id, line } = props.line;
  const { column, markedAs, held, codes, open, path } = line;
  const { send } = usePage();
  const { recipe, lines, examination, fresh } = useDraft();
  const { facts } = examination;
  const { mode, edit } = useLine(id);
  const areSaid = codes.map(({ meaning }) => meaning !== null);
  const hasNewCode = fresh !== null && areSaid.includes(true) && areSaid.includes(false);
  const fields = lines.all.filter((each) => each.kind === 'field');
  const states = (label: string, term?: number): LineChoice => ({
    label: `Says whether ${label} counts`,
    isChosen: markedAs === 'status' && termIndexIn(path) === term,
    makes: () => placeStatus(recipe, column, term),
  });
  const meanings = optionsIn(statusTexts(recipe, path));
  const parts = hasTermColumns(recipe.rows) ? recipe.terms.map(({ label }, at) => states(label, at)) : [];
  /** Fields that the column may be, in line order, beside or instead of what is placed there. */
  const places = fields.flatMap((each) => columnPlaces(recipe, each));
  const mayBe = places.flatMap(({ name, at, term, line: { field, rule, columns: here } }) => {
    const columns = takesSeveralColumns(field) && term === null ? here.map((each) => each.name) : [];
    const areChoices = helpOf(field).words.length > 0;
    const before = ruleText(field, rule, noneText(field, recipe));
    const as = (way: string, how: string, beside = columns, more: ColumnRoles = {}) => ({
      name: way,
      how: before === null ? '' : `${how} ${before}`,
      next: null,
      made: () => placeColumns(recipe, facts, field, [...beside, column.name], at, more),
    });
    const isLess = isAdded(field) && (columns.length > 0 || Number(column.min) < 0);
    return [
      ...(areChoices && columns.length > 0
        ? [as(`${name}, together`, 'with'), as(`${name}, instead`, 'instead of', [])]
        : columns.length === 0
          ? [as(name, 'instead of', [])]
          : [isAdded(field) ? as(`${name}, added`, 'to') : as(name, 'with')]),
      ...(isLess ? [as(`${name}, subtracted`, 'beside', columns, { less: [column.name] })] : []),
      ...(isAdded(field) && columns.length > 0
        ? [as(`${name}, where this is filled`, 'instead of', columns, { instead: [column.name] })]
        : []),
    ];
  });
  const offered = [...mayBe, ...placesOfNewTerm(recipe, facts, column)];
  const pick = (picked: string, stays: boolean) => {
    const found = offered.find(({ name }) => name === picked);
    edit(found?.made() ?? recipe, stays);
    if (!stays && found?.next) send({ type: 'focus', id: found.next });
  };
  // Its name suggests a field that the file was said not to have.
  const named = fields.find(
    ({ line: each }) => each.rule === 'none' && each.field === suggestedField(column.name)?.field,
  );
  const choices: readonly (LineChoice | false)[] = [
    markedAs === null &&
      named !== undefined && {
        label: `Is ${named.name}`,
        makes: () =>
          placeColumns(recipe, facts, named.line.field, [column.name], termIndexIn(named.line.path)),
      },
    { label: 'Not used', isChosen: markedAs === 'not used', makes: () => markNotUsed(recipe, facts, column) },
    ...(column.codes === null ? [] : [states('a row'), ...parts]),
    { label: 'Is one of these fields…', makes: 'field' },
  ];
  return (
    <Line
      line={props.line}
      said={<p>{valuesText(column)}</p>}
      notes={[
        ...alarmNotes(line.alarms),
        ...fields.flatMap(({ name, line: { rivals } }) =>
          rivals
            .filter((rival) => rival.isNear && rival.column === column.name)
            .map((rival) => `Beside your column for ${name}: ${rivalNote(rival, lines)}`),
        ),
        ...(held === null ? [] : [`It ${beforeText(held, column)}.`]),
        ...(hasNewCode ? [OTHERS_MEAN_THE_SAME] : []),
      ]}
      // A column that was blank last time and is filled now is probably needed, so `Not used` comes last.
      choices={held === 'blank' ? choices.toReversed() : choices}
      open={markedAs === null ? [] : open}
    >
      {mode === 'field' && (
        <Picker
          id={`draft-${id}`}
          label={`${column.name} is`}
          names={offered.map(({ name, how }) => [name, how])}
          onPick={pick}
        />
      )}
      {markedAs === 'status' && <CodesList line={id} codes={codes} options={meanings} />}
    </Line>
  );
}

/** Choices that add a term for the column; `next` is the control to review after that. */
function placesOfNewTerm(recipe: Recipe, facts: TableFacts, { name }: ColumnFacts) {
  const named = newTermIn(recipe, name);
  const label = named ?? newLabel(recipe);
  const added = withTerm(recipe, label);
  const at = added.terms.findIndex((term) => term.label === label);
  return neededFields(recipe.rows).perTerm.map((field) => ({
    name: `${helpOf(field).label}, a new term${named === null ? '…' : `: ${named}`}`,
    how: 'which is then listed',
    made: () => placeColumns(added, facts, field, [name], at),
    next: named === null ? `draft-terms-line.${at}` : countsId(label),
  }));
}
