import { DEGREE_LEVELS, type DegreeLevel } from '../../engine/student.js';
import { listed } from '../../engine/texts.js';
import type { ColumnFacts, TableFacts } from '../../table/column-facts.js';
import { columnsOf, isPerTerm, meaningOf, roleOf, statusTexts, zeroOf } from '../format/column-rules.js';
import {
  codeName,
  labelFor,
  ONCE_PRINTED,
  OTHERS_MEAN_THE_SAME,
  quoted,
  rowsText,
} from '../format/column-texts.js';
import type { ReadPlace } from '../format/examination.js';
import { CREDITS, DOLLARS, FAILS, helpOf, isAdded, otherMeanings, YEARLY } from '../format/our-fields.js';
import { noneText, type Place, placedFields, readAs, termIndexIn } from '../format/places.js';
import { isOurRecipe, type OpenPlace, type Recipe } from '../format/recipe.js';

/** What a place leaves open: an unsettled rule, a missing column, unknown cells, codes without a meaning. */

/** An id whose last digits are lost, such as `1.23E+08`. */
const LOST_DIGITS = /^\d(?:\.\d+)?E\+\d\d$/i;

/** A column of numbers or flags with more open texts than this is refused, instead of asking about each. */
const MOST_UNREAD = 12;

const EXAMPLE = '[{"column": "Reg Status", "values": {"W": "no_credits"}}]';
/** An example of full-time credits by level: for these levels, or for all while the file's are unknown. */
function byLevel(levels: readonly DegreeLevel[]): string {
  const known = levels.length > 0 ? levels : DEGREE_LEVELS;
  const credits = known.map((level) => [level, '…']);
  return JSON.stringify({ by_level: Object.fromEntries(credits) });
}

/** Why a column's cells, or the rows of its numbers, are unknown at a place; null if they are known. */
export function unknownCell(
  { field, rule }: Place,
  { name, unsavedRow, sharedRow, samples, nonNumbers }: ColumnFacts,
): string | null {
  const ids = field === 'student_id' ? [...samples, ...(nonNumbers ?? []).map(({ code }) => code)] : [];
  const lost = ids.find((id) => LOST_DIGITS.test(id));
  if (lost !== undefined)
    return `"${lost}" of "${name}" is a long number that a spreadsheet has shortened: several students may share it. Export the file again, and keep this column as text.`;
  if (unsavedRow !== null)
    return `Row ${unsavedRow} of "${name}" is a formula whose result was not saved. Open the workbook in Excel and save it, or place another column.`;
  const isOfRow = isPerTerm(rule) || (isAdded(field) && !YEARLY.has(field));
  return sharedRow === null || !isOfRow
    ? null
    : `Row ${sharedRow} of "${name}" is in a cell that is merged over several rows. Unmerge it, and fill in each row.`;
}

const FILLED_ROW_COUNTS = 'Where another row of the student says it, that counts.';

/** What the rule of a place, and the codes of its columns, leave open. */
export function openCells(place: ReadPlace, recipe: Recipe, facts: TableFacts): readonly OpenPlace[] {
  const { field, path, rule, columns } = place;
  const names = columnsOf(rule);
  const term = recipe.terms[termIndexIn(path) ?? -1];
  const { label: ofField } = helpOf(field);
  const label = term === undefined ? ofField : labelFor(ofField, term.label);
  const missing = names.filter((name) => columns.every((column) => column.name !== name));
  if (missing.length > 0)
    return missing.map((name) => ({
      path: [...path, names.length > 1 ? 'columns' : 'column'],
      message: `The file has no column "${name}". Place the column that replaced it, or export the file with it.`,
    }));
  if (isOurRecipe(recipe) && (field === null || rule !== null)) return [];
  if (names.length === 0) return openRule(place, label, recipe, facts);
  const wrong = readAs(facts, place).flatMap((column) => wrongCells(place, column) ?? []);
  if (wrong.length > 0) return wrong.map((message) => ({ path, message: `${label}: ${message}` }));
  return openCodes(place, label, recipe);
}

/** Why a column cannot be read at a place, whatever its codes mean; null if it can. */
function wrongCells({ field, rule }: Place, column: ColumnFacts): string | null {
  const { name, codes, nonNumbers, unclearPoint, samples, min } = column;
  const { kind } = helpOf(field);
  if (columnsOf(rule).length > 1 && roleOf(rule).less.includes(name) && Number(min) < 0)
    return `"${name}" is subtracted, but has numbers below 0, such as ${min}, which would be added. Add the column if all are below 0, or write 0 for them.`;
  const isRead = kind === 'text' && field !== 'term_label';
  if (!isRead && (kind === 'number' ? nonNumbers : codes) === null)
    return `"${name}" holds too many different texts, such as ${listed(samples.map(quoted))}. Place another column.`;
  if (unclearPoint === null || !DOLLARS.has(field)) return null;
  return `numbers of "${name}" such as ${quoted(unclearPoint)} may be read in two ways: the point may mark thousands. Write them with two decimal places, such as 1750.00.`;
}

function openCodes(
  { field, rule, path, columns, codes }: ReadPlace,
  label: string,
  recipe: Recipe,
): readonly OpenPlace[] {
  const ofStatus = statusTexts(recipe, path);
  const { kind, words } = field === null ? { kind: 'choice', words: Object.keys(ofStatus) } : helpOf(field);
  const open = codes.filter(({ meaning }) => meaning === null);
  const [first] = open;
  if (first !== undefined && open.length > MOST_UNREAD && (kind === 'number' || kind === 'flag')) {
    const expected = kind === 'number' ? 'the number, such as -1750.00,' : 'yes or no';
    const message = `${label}: ${open.length} texts such as ${codeName(first.code)} would each need a meaning. Write ${expected} in a column of the file, and place that.`;
    return [{ path, message }];
  }
  const word = codes.find(
    ({ code, meaning }) => Number(meaning) > 0 && /^(?=.*\p{L})[^\p{Nd}]+$/u.test(code),
  );
  if (word !== undefined && CREDITS.has(field)) {
    const message = `${label}: ${codeName(word.code)} does not say how many credits. Write each student's credits in the file, or say "${FAILS}".`;
    return [{ path: word.path, message }];
  }
  const meanings = [...words, ...otherMeanings(field)].map(quoted);
  const statusChoices = Object.entries(ofStatus).map(([meaning, text]) => `${quoted(meaning)} (${text})`);
  const isPart = columns.length > 1 && YEARLY.has(field);
  const { instead } = roleOf(rule);
  const blank =
    isPart && instead.length === 0 ? ' ("0" counts as nothing), "" for not known' : ', "" as a blank cell';
  const isLater = recipe.confirmed && field === null && open.length < codes.length;
  return open.map((line, nth) => {
    const choices = listed(field === null && nth === 0 ? statusChoices : meanings, 'or');
    const isZero = instead.some((name) => zeroOf(name) === line.code);
    const nothing = isZero ? ', "" where the other columns count' : blank;
    const expected =
      kind === 'number' ? `a number${nothing}, or "${FAILS}": the student is not calculated` : choices;
    const where = `in ${listed(columns.map(({ name }) => quoted(name)))} (${rowsText(line)})`;
    const ofBlank = kind === 'flag' && field !== 'term_required' ? FILLED_ROW_COUNTS : ONCE_PRINTED;
    const advice = line.code === '' ? ` ${ofBlank}` : isLater && nth === 0 ? ` ${OTHERS_MEAN_THE_SAME}` : '';
    const message = `${label}: say what ${codeName(line.code)} means ${where}. Expected ${expected}.${advice}`;
    return { path: line.path, message };
  });
}

function openRule(
  { field, path, rule }: Place,
  label: string,
  recipe: Recipe,
  facts: TableFacts,
): readonly OpenPlace[] {
  const say = (message: string): readonly OpenPlace[] => [{ path, message }];
  const { kind, help, none } = helpOf(field);
  const levels = field === 'term_ft_credits' ? levelsIn(recipe, facts) : [];
  if (field === null)
    return say(`${label}: place the columns that say it, as in ${EXAMPLE}. Or write []: ${none} ${help}`);
  if (rule === null) {
    const orLevels = field === 'term_ft_credits' ? ` Or by level: ${byLevel(levels)}.` : '';
    const orNone = none === undefined ? '' : ` Or write "none": ${none}`;
    const orValue = kind === 'text' || levels.length > 1 ? '' : ', or give one value for all';
    return say(`${label}: place the column${orValue}.${orLevels}${orNone} ${help}`);
  }
  if (rule === 'none') {
    if (noneText(field, recipe) === null)
      return say(`${label}: "none" cannot be calculated. Place the column, or give one value for all.`);
    const hasCredits = placedFields(recipe).some((each) => CREDITS.has(each.field) && each.rule !== 'none');
    if (field !== 'term_credits_enrolled' || hasCredits) return [];
    return say(
      'The file needs credits: without them everybody would be full time. Place the column of credits enrolled, or export the file with it.',
    );
  }
  if ('by_level' in rule)
    return levels
      .filter((level) => rule.by_level[level] == null)
      .map((level) => ({
        path: [...path, 'by_level', level],
        message: `Give the credits that are full time for ${level}s.`,
      }));
  if (levels.length < 2) return [];
  return say(
    `${label}: the file has ${listed(levels.map((level) => `${level}s`))}, for whom full time may differ. Give the credits by level: ${byLevel(levels)}.`,
  );
}

/** The levels of programs that a recipe finds in a file. */
export function levelsIn({ fields }: Recipe, facts: TableFacts): readonly DegreeLevel[] {
  const { degree_level: rule = null } = fields;
  if (rule === null || rule === 'none' || 'by_level' in rule) return ['undergraduate'];
  if ('value' in rule) return DEGREE_LEVELS.filter((level) => level === rule.value);
  const codes = readAs(facts, { field: 'degree_level', rule }).flatMap((column) => column.codes ?? []);
  const said = codes.map(({ code }) => meaningOf(rule.values, code));
  return DEGREE_LEVELS.filter((level) => said.includes(level));
}
