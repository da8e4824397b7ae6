import { FIELDS } from '../contract/field-list.js';
import { counted, listed, numberText } from '../engine/texts.js';
import type { TableFacts } from '../table/column-facts.js';
import { type Codes, codeKey, isPerTerm, meaningOf, statusRules, valuesOf } from './format/column-rules.js';
import {
  codeCount,
  codeName,
  columnsText,
  labelFor,
  meaningText,
  namesText,
  quoted,
} from './format/column-texts.js';
import type { CodeLine, ColumnLines, FieldLine, Question, Sentence } from './format/examination.js';
import { type Field, helpOf, PAID, STATUS_HELP, STATUS_TEXTS } from './format/our-fields.js';
import { areReadTogether, noneText, placedColumns } from './format/places.js';
import { isOurRecipe, type Path, type Recipe, ROW_TEXTS } from './format/recipe.js';

/** What will be done with a file, in sentences with numbers. Each leads to its place in the recipe. */

const LONGEST_TEXT = 60;
const STATUS_WORDS: Readonly<Record<string, string>> = STATUS_TEXTS;

/** The sentences of a recipe for a table; open places have none. `lines` must be those of the same recipe. */
export function sentencesOf(
  recipe: Recipe,
  facts: TableFacts,
  { lines, unread }: ColumnLines,
  questions: readonly Question[] = [],
  rowsFound: { readonly leftOut: number; readonly totals: readonly string[] } | null = null,
): readonly Sentence[] {
  const { rows, terms } = recipe;
  const { leftOut, totals } = rowsFound ?? { leftOut: 0, totals: [] };
  const isOurs = isOurRecipe(recipe);
  const placed = placedColumns(recipe);
  const sentences: Sentence[] = [];
  const say = (path: Path, text: string | null): void => {
    if (text !== null) sentences.push({ path, text });
  };
  if (rows !== null) say(['rows'], `${counted(facts.rows, 'row')}, each ${ROW_TEXTS[rows]}.`);
  if (facts.setAside.length > 0) say(['read', 'keep'], setAsideSentence(facts));
  for (const line of lines) {
    // A rule of all terms holds for those without a rule of their own.
    const sharing = terms.flatMap(({ fields, label }) => (fields?.[line.field] === undefined ? label : []));
    const isOfAll = line.term !== null || sharing.length === terms.length;
    // Full-time credits may differ from term to term.
    const isNamed = !isOfAll || (line.field === 'term_ft_credits' && line.columns.length === 0);
    const term = line.term ?? (isNamed && sharing.length > 0 ? listed(sharing) : null);
    if (isOfAll || sharing.length > 0) say(line.path, fieldSentence({ ...line, term }, recipe));
  }
  if (terms.length > 0) say(['terms'], `Terms, in this order: ${listed(terms.map(({ label }) => label))}.`);
  const labels = lines.find(({ field }) => field === 'term_label')?.codes ?? [];
  const none = labels.filter(({ meaning }) => meaning === '').map(codeCount);
  if (none.length > 0) say(['not_terms'], `Rows of no term, which are left out: ${listed(none)}.`);
  if (!isOurs && recipe.status !== null && statusRules(recipe).length === 0)
    say(['status'], STATUS_HELP.none);
  for (const { column, markedAs, path, codes } of unread)
    if (markedAs === 'status') {
      const each = codes.flatMap((code) =>
        code.meaning === null ? [] : `${codeCount(code)}: ${STATUS_WORDS[code.meaning]}`,
      );
      const rule = statusRules(recipe).find((each) => each.column === column.name);
      const of = path[0] === 'terms' ? ` for ${terms[Number(path[1])]?.label}` : '';
      const said = each.length === 0 ? '' : ` ${each.join('; ')}.`;
      say(
        path,
        `Whether a row counts${of} is in ${quoted(column.name)}.${said}${goneCodes(rule?.values, codes)}`,
      );
    }
  if (leftOut > 0)
    say(['status', 0], `Not calculated, as all of their rows are left out: ${counted(leftOut, 'student')}.`);
  // Columns of few codes come first: one may matter, as a status does.
  const notRead = facts.columns
    .filter(({ name }) => !placed.has(name))
    .toSorted((one, other) => Number(other.kind === 'codes') - Number(one.kind === 'codes'))
    .map(({ name }) => name);
  if (notRead.length > 0) say(['not_used'], `Not read: ${namesText(notRead)}.`);
  for (const { path, text, answer, choices } of questions) {
    const choice = choices.find(({ value }) => value === answer);
    if (choice !== undefined) say(path, `${firstSentence(text)} ${choice.label}.`);
  }
  // An open answer may change the totals.
  if (questions.every(({ answer }) => answer !== null)) for (const total of totals) say(['terms'], total);
  return sentences;
}

/** The first sentence of an answered question, without the advice on how to answer. */
function firstSentence(text: string): string {
  return /^(?:"[^"]*"|[^".?]|[.?](?! [A-Z]))*[.?]/.exec(text)?.[0] ?? text;
}

/** `Set aside, and not calculated: 1 total (row 9 "Sum") and 2 repeated headers (rows 40 and 80).` */
function setAsideSentence({ setAside }: TableFacts): string {
  const kinds = setAside.map(({ reason, rows, first }) => {
    const more = rows > first.length ? [`${numberText(rows - first.length)} more`] : [];
    const named = first.map(({ row, text }) =>
      reason === 'repeated header'
        ? numberText(row)
        : `${numberText(row)} ${quoted(text.slice(0, LONGEST_TEXT))}`,
    );
    const numbers = listed([...named, ...more]);
    return `${counted(rows, reason)} (${rows === 1 ? 'row' : 'rows'} ${numbers})`;
  });
  return `Set aside, and not calculated: ${listed(kinds)}.`;
}

function fieldSentence({ field, term, rule, columns, codes }: FieldLine, recipe: Recipe): string | null {
  const { label } = helpOf(field);
  const of = term === null ? label : labelFor(label, term);
  // In a file of one's own, the recipe may say what a blank number means.
  const blankIs =
    isOurRecipe(recipe) || PAID.has(field) ? (meaningOf(valuesOf(rule), '') ?? ifBlank(field)) : undefined;
  if (rule === null) return null;
  if (rule === 'none') {
    const said =
      noneText(field, recipe) ??
      (blankIs === undefined ? null : `${label}: the file has none; blank means: ${blankIs}.`);
    return term === null || said === null ? said : `${term}: ${said}`;
  }
  if ('value' in rule) return `${of}: ${meaningText(rule.value)} for everybody.`;
  if ('by_level' in rule) {
    const credits = Object.entries(rule.by_level).flatMap(([level, each]) =>
      each == null ? [] : [`${each} for ${level}s`],
    );
    return `${of}: ${listed(credits)}.`;
  }
  const blanks = areReadTogether(field, rule) ? 0 : columns.reduce((sum, column) => sum + column.blanks, 0);
  const isLabel = field === 'term_label';
  const said = meanings(codes.filter(({ code, meaning }) => !isLabel || (meaning && meaning !== code)));
  const ofTerms = isLabel ? codes.flatMap(({ meaning }) => meaning || []) : [];
  const areJoined = new Set(ofTerms).size < ofTerms.length;
  const per = 'per' in rule ? rule.per : null;
  return [
    `${of}: ${columnsText(rule, helpOf(field).kind)}`,
    blanks === 0 ? '' : `, blank in ${counted(blanks, columns.length > 1 ? 'cell' : 'row')}`,
    blanks === 0 || blankIs === undefined ? '' : `; blank means: ${blankIs}`,
    '.',
    said,
    helpOf(field).words.length > 0 || isLabel ? goneCodes(valuesOf(rule), codes) : '',
    areJoined ? ' Rows of one term are added up, unless an answer says otherwise.' : '',
    per == null ? '' : isPerTerm(rule) ? ' It is for each term.' : ' It is for the year.',
  ].join('');
}

/** What a blank cell of a file in our own names means; undefined where it is refused. */
function ifBlank(ours: Field): string | undefined {
  const { whenNull, whenAbsent } = FIELDS.find(({ column }) => column === ours) ?? {};
  return whenNull ?? (whenAbsent === undefined ? undefined : meaningText(String(whenAbsent)));
}

/** What each code means, with how many rows have it: ` I (12) is independent.` */
function meanings(codes: readonly CodeLine[]): string {
  const isItself = ({ code, meaning }: CodeLine): boolean =>
    code !== '' && code.toLowerCase() === meaningText(meaning ?? '').toLowerCase();
  const areItself = codes.every(isItself);
  const said = codes.flatMap((each) => {
    if (each.meaning === null) return [];
    const meaning = meaningText(each.meaning);
    if (areItself) return codeCount(each);
    const none = each.code === '' ? 'stays blank' : 'is treated as blank';
    return `${codeCount(each)} ${meaning === '' ? none : `is ${meaning}`}`;
  });
  return said.length === 0 ? '' : ` ${listed(said)}.`;
}

/** Names codes that have a meaning, and are on no row, since a system may no longer write them. */
function goneCodes(values: Codes = {}, codes: readonly CodeLine[]): string {
  const found = codes.map(({ code }) => codeKey(code));
  const gone = Object.keys(values).filter((code) => code !== '' && !found.includes(codeKey(code)));
  return gone.length === 0 ? '' : ` No row has ${listed(gone.map(codeName), 'or')}.`;
}
