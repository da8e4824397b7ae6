import { listed } from '../engine/texts.js';
import { DATES, statusCode } from './codes.js';
import { codeName, ONCE_PRINTED, quoted, rowsText, shown } from './column-texts.js';
import type { CodeLine, ColumnFacts, TableFacts } from './examination.js';
import {
  DOLLAR_FIELDS,
  helpOf,
  isAdded,
  kindOf,
  LEVELS,
  type Level,
  maySayNothing,
  OF_YEAR,
  STATUS_HELP,
  STATUS_MEANINGS,
  STATUS_TEXTS,
} from './our-fields.js';
import { noneOf, type Place, placedFields } from './places.js';
import {
  columnsOf,
  isOwnRecipe,
  isPerTerm,
  lessOf,
  meaningOf,
  type OpenPlace,
  type Path,
  type Recipe,
} from './recipe.js';

/**
 * What a place of a recipe leaves open for a table: a rule that does not settle its field, a column that is gone, cells of
 * which nobody knows what they hold, and codes without a meaning.
 */

/** An id whose last digits are lost, such as `1.23E+08`. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+\d\d$/i;

/** More texts with a number in them are no codes, of which a person could say what each means. */
const MOST_UNREAD = 12;

const OF_DAYS =
  'Where the day decides, as of payments that are only scheduled, write the single dates with their meanings.';
const STATUS = '[{"column": "Reg Status", "values": {"W": "no_credits"}}]';
const BY_LEVEL = '{"by_level": {"undergraduate": "12", "graduate": "9"}}';

/** Why it is not known what a cell of a place holds, or that its number is of several rows; one reason a column. */
export function unknownCells(place: Place, columns: readonly ColumnFacts[]): readonly OpenPlace[] {
  const { field, rule } = place;
  const isOfTerm = isPerTerm(rule);
  const isSummed = field !== null && isAdded(field) && !OF_YEAR.has(field);
  return columns.flatMap(({ name, unsaved, shared, samples, words }): readonly OpenPlace[] => {
    const ids = [...samples, ...(words ?? []).map(({ code }) => code)];
    const lost = field === 'student_id' ? ids.find((id) => LOST_DIGITS.test(id)) : undefined;
    const reason =
      lost !== undefined
        ? `"${lost}" of "${name}" is what a spreadsheet leaves of a long number, so that several students may have the same id. Export the file again, and open it in a spreadsheet only with this column as text.`
        : unsaved !== null
          ? `Row ${unsaved} of "${name}" is a formula whose result was not saved. Open the workbook in Excel and save it, or place another column.`
          : shared !== null && (isSummed || isOfTerm)
            ? `Row ${shared} of "${name}" is in a cell that is merged over several rows, and what belongs to each of them cannot be known. Unmerge it, and write into each cell what it holds.`
            : null;
    return reason === null ? [] : [{ path: place.path, message: reason }];
  });
}

/** What the rule of a place leaves open, and the codes of its columns. */
export function openCells(
  place: Place,
  columns: readonly ColumnFacts[],
  codes: readonly CodeLine[],
  recipe: Recipe,
  facts: TableFacts,
): readonly OpenPlace[] {
  const names = columnsOf(place.rule);
  const label = labelOf(place, recipe);
  if (names.length === 0) return openRule(place, label, recipe, facts);
  const lost = names.filter((name) => columns.every((column) => column.name !== name));
  if (lost.length > 0)
    return lost.map((name) => ({
      path: columnPath(place),
      message: `The file has no column "${name}". Place the column that it is now, or export the file with it.`,
    }));
  return isOwnRecipe(recipe) ? [] : openCodes(place, label, columns, codes);
}

function columnPath({ path, rule }: Place): Path {
  return [...path, columnsOf(rule).length > 1 ? 'columns' : 'column'];
}

function labelOf(place: Place, { terms }: Recipe): string {
  if (place.field === null) return STATUS_HELP.label;
  const term = terms[place.at ?? -1]?.label;
  return `${helpOf(place.field).label}${term === undefined ? '' : ` for ${term}`}`;
}

/** What codes and columns with too many different texts leave open. */
function openCodes(
  { field, path, rule }: Place,
  label: string,
  columns: readonly ColumnFacts[],
  codes: readonly CodeLine[],
): readonly OpenPlace[] {
  const { kind, words } = field === null ? { kind: 'choice', words: STATUS_MEANINGS } : kindOf(field);
  const wrong = columns.flatMap((column): string[] => {
    const { name, codes: texts, words: others, point, samples, least } = column;
    if (columns.length > 1 && lessOf(rule).includes(name) && Number(least) < 0)
      return [
        `"${name}" is subtracted, and numbers of it are below 0, such as ${least}, so that they would be added. If all are, add it up with the others: take it out of "less". If they count as nothing, write 0 in the file.`,
      ];
    const mapped = kind === 'number' ? others : kind === 'text' && field !== 'term_label' ? [] : texts;
    if (mapped === null)
      return [
        `"${name}" holds too many different texts, such as ${shown(samples)}, to say what each means. Place another column.`,
      ];
    if (point === null || field === null || !DOLLAR_FIELDS.has(field)) return [];
    return [
      `numbers of "${name}" such as ${quoted(point)} may be read in two ways: the point may mark thousands. Write them without thousands and with two decimal places, such as 1750.00.`,
    ];
  });
  if (wrong.length > 0) return wrong.map((message) => ({ path, message: `${label}: ${message}` }));
  const unread = codes.filter(
    ({ code, meaning }) => kind === 'number' && meaning === null && /\p{Nd}/u.test(code),
  );
  const [amount] = unread;
  if (amount !== undefined && unread.length > MOST_UNREAD) {
    const message = `${label}: ${unread.length} texts such as ${codeName(amount.code)} are not read as numbers. Write them in the file as numbers, such as -1750.00, or place another column.`;
    return [{ path, message }];
  }
  const days = codes.filter(
    ({ code, meaning }) => kind === 'flag' && meaning === null && statusCode(code) !== code,
  );
  const [day] = days;
  if (day !== undefined && days.length > MOST_UNREAD) {
    const message = `${label}: ${days.length} dates such as ${codeName(day.code)} may be on either side of the day that decides. Write yes or no in a column of the file, and place that.`;
    return [{ path, message }];
  }
  const areCredits = field === 'term_credits_enrolled' || field === 'term_actual_final_credits';
  const status = codes.find(({ code, meaning }) => Number(meaning) > 0 && /^[^\p{Nd}]+$/u.test(code));
  if (areCredits && status !== undefined) {
    const message = `${label}: ${codeName(status.code)} is no number of credits, of which half time, say, may be several. Place a column of credits, or write them in the file.`;
    return [{ path: status.path, message }];
  }
  const mayBeNothing = field !== null && maySayNothing(field);
  const meanings = [...words, ...(mayBeNothing ? [''] : [])].map(quoted);
  const states = STATUS_MEANINGS.map((meaning) => `${quoted(meaning)} (${STATUS_TEXTS[meaning]})`);
  return codes
    .filter(({ meaning }) => meaning === null)
    .map((line, nth) => {
      const choices = listed(field === null && nth === 0 ? states : meanings, 'or');
      const expected = kind === 'number' ? 'a number, or "" for nothing' : choices;
      const where = `in ${listed(columns.map(({ name }) => quoted(name)))} (${rowsText(line)})`;
      const more = line.code === '' ? ` ${ONCE_PRINTED}` : line.code.startsWith(DATES) ? ` ${OF_DAYS}` : '';
      const message = `${label}: say what ${codeName(line.code)} means ${where}. Expected ${expected}.${more}`;
      return { path: line.path, message };
    });
}

/** What a rule without columns leaves open. */
function openRule(place: Place, label: string, recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const { field, path, rule } = place;
  const open = (message: string) => [{ path, message }];
  const { help, none } = field === null ? STATUS_HELP : helpOf(field);
  if (field === null)
    return isOwnRecipe(recipe)
      ? []
      : open(`${label}: place the columns that say it, as in ${STATUS}. Or write []: ${none} ${help}`);
  if (rule === null) {
    const orNone = none === undefined ? '' : ` Or write "none": ${none}`;
    const orLevels = field === 'term_ft_credits' ? ` Or by level: ${BY_LEVEL}.` : '';
    const beside =
      field === 'term_label' && recipe.rows === 'fund'
        ? ' Where a row has the payments of all terms, export one for each payment and term.'
        : '';
    return open(
      `${label}: place the column, or give one value for all.${orLevels}${orNone} ${help}${beside}`,
    );
  }
  if (rule === 'none') {
    if (isOwnRecipe(recipe)) return [];
    if (noneOf(field, recipe) === null)
      return open(`${label}: "none" cannot be calculated. Place the column, or give one value for all.`);
    const isLast = field === 'term_credits_enrolled' && lacksCredits(recipe);
    return isLast
      ? open(
          'The file needs credits: without them everybody would be full time. Place the column of credits enrolled, or export the file with it.',
        )
      : [];
  }
  if (!('by_level' in rule)) return [];
  return levelsIn(recipe, facts)
    .filter((level) => rule.by_level[level] == null)
    .map((level) => ({
      path: [...path, 'by_level', level],
      message: `Give the credits that are full time for ${level}s.`,
    }));
}

function lacksCredits(recipe: Recipe): boolean {
  return placedFields(recipe).every(
    ({ field, rule }) =>
      !(field === 'term_credits_enrolled' || field === 'term_actual_final_credits') || rule === 'none',
  );
}

/** The levels of programs that a recipe finds in a file. */
export function levelsIn({ fields: { degree_level: rule } }: Recipe, facts: TableFacts): readonly Level[] {
  if (rule == null || rule === 'none' || 'by_level' in rule) return ['undergraduate'];
  if ('value' in rule) return LEVELS.filter((level) => level === rule.value);
  const codes = facts.columns
    .filter(({ name }) => columnsOf(rule).includes(name))
    .flatMap((column) => column.codes ?? []);
  const said = codes.map(({ code }) => meaningOf(rule.values, code));
  return LEVELS.filter((level) => said.includes(level));
}
