import { FIELDS, STUDENT_ID_COLUMN } from '../contract/field-list.js';
import { columnName } from '../contract/header.js';
import { wordsOf } from '../contract/name-forms.js';
import { withoutUnit } from './cell-rules.js';
import { filledAt } from './cells.js';
import type { Json } from './decisions.js';
import type { Facts } from './facts.js';
import type { Guess } from './guess-columns.js';
import { readValues } from './guess-values.js';
import { columnOption, type Option } from './question.js';
import type { ColumnRules } from './recipe.js';
import { holdsSocialSecurity } from './social-security.js';
import { readableAs } from './telling-columns.js';

/** How many columns are offered if none was found. */
const MOST_OFFERED = 12;

/** The file's columns that may be one of ours: those that look like it, otherwise all unread ones. */
export function candidates(
  guesses: readonly Guess[],
  ours: string,
  { recipe, sample }: Facts,
  header: readonly string[],
  constants: readonly Option[] = [],
): readonly Option[] {
  const guess = guesses.find((each) => each.ours === ours && each.term === null);
  if (guess?.theirs != null && guess.is !== 'none') {
    const first: Option = {
      ...columnOption(ours, guess.theirs),
      value: guess.rule === null ? { column: guess.theirs } : plain(guess.rule),
    };
    return [
      first,
      ...guess.others.map((each) => withKnownValues(ours, each, filledAt(sample, header.indexOf(each)))),
      ...constants,
    ];
  }
  const { degree_level, grade_level, ...others } = recipe.columns;
  const text = JSON.stringify([others, recipe.shape]).toLowerCase();
  const isReadAs = (rule: ColumnRules[string] | undefined, name: string): boolean =>
    rule !== undefined && 'column' in rule && columnName(rule.column) === columnName(name);
  const isFree = (name: string): boolean =>
    name !== '' && name !== guess?.theirs && !text.includes(JSON.stringify(name).toLowerCase());
  // A column whose codes say no degree may say the year, and one whose codes all say a degree may say both.
  const isOther = (name: string, values: readonly string[]): boolean => {
    const degreeFit = (): string => readableAs('degree_level', values, name);
    return (
      (isReadAs(degree_level, name) && (ours !== 'grade_level' || degreeFit() !== 'few')) ||
      (isReadAs(grade_level, name) && (ours !== 'degree_level' || degreeFit() !== 'all'))
    );
  };
  const isChoice = FIELDS.some(
    ({ column, kind }) => column === ours && (kind === 'choice' || kind === 'flag'),
  );
  const ranks = { all: 0, most: 1, few: 2 };
  const ranked = header
    .map((name, place) => ({ name, values: filledAt(sample, place) }))
    .filter(({ name, values }) => {
      return (
        isFree(name) &&
        !isOther(name, values) &&
        !OF_OTHERS.test(wordsOf(name)) &&
        !holdsSocialSecurity(name, values) &&
        mayHold(ours, values)
      );
    })
    .map((each) => ({
      option: withKnownValues(ours, each.name, each.values),
      rank: ranks[
        isChoice ? readableAs(ours, each.values, each.name) : isNamedCredits(each.name) ? 'all' : 'few'
      ],
    }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, MOST_OFFERED);
  const optionsOf = (isFew: boolean): readonly Option[] =>
    ranked.flatMap(({ option, rank }) => ((rank === ranks.few) === isFew ? [option] : []));
  return [...optionsOf(false), ...constants, ...optionsOf(true)];
}

/**
 * A column with the known meanings of its codes, so that only the others are asked about. A single letter means nothing
 * beside others that cannot be read.
 */
function withKnownValues(ours: string, name: string, cells: readonly string[]): Option {
  const reading = readValues(ours, cells, name);
  const isDoubtful = reading.unread.length > 0 || Object.keys(reading.values).length === 1;
  const values = Object.fromEntries(
    Object.entries(reading.values).filter(([code]) => !isDoubtful || !/^\p{L}$/u.test(code)),
  );
  const option = columnOption(ours, name);
  return Object.keys(values).length === 0 ? option : { ...option, value: { column: name, values } };
}

/** Dollars, credits and dates, which are neither ids nor words. */
const AMOUNT = /^[-+(]?\s*\$|^-?\d[\d,]*\.\d+\)?$|^\d{1,3}(?:,\d{3})+$|^\d{1,4}[-/]\d{1,2}[-/]\d{1,4}/;
/** More than anybody's credits. */
const DOLLARS = /^\d{4,}(?:\.\d+)?$/;
const NUMBER = /^-?\d[\d,]*(?:\.\d+)?$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/;
const MOST_TERM_DATES = 8;
/** The most different words in a column of codes; numbers with more digits than this are amounts. */
const MOST_WORDS = 20;
const CODE_DIGITS = 2;

/** Names of dollars, and of what describes a person and not a loan, or has remarks. */
const OF_OTHERS =
  /_(?:amt|amount|amounts|balance|budget|coa|cost|need|efc|sai|paid|disb\w*|offer\w*|accept\w*|award\w*|dollars|fees?|tuition|charges|gpa|notes?|comments?|remarks?|name|first|last|middle|surname|email|phone|address|street|city|zip|birth\w*|dob|gender|sex|race|ethnic\w*)_/;

function isNamedCredits(name: string): boolean {
  return /_(?:credits?|hours?|hrs|units?)_/.test(wordsOf(name));
}

/** Whether a column with these values may be one of ours. */
function mayHold(ours: string, values: readonly string[]): boolean {
  const field = FIELDS.find(({ column }) => column === ours);
  const distinct = new Set(values);
  if (distinct.size === 0) return false;
  if (field?.kind === 'credits')
    return (
      values.some((value) => NUMBER.test(withoutUnit(value))) &&
      !values.some((value) => DOLLARS.test(value)) &&
      !readValues(ours, values).isLoad
    );
  // A term may be named by its first day.
  if (ours === 'term_label' && values.every((value) => DATE.test(value)))
    return distinct.size <= MOST_TERM_DATES;
  if (values.some((value) => AMOUNT.test(value))) return false;
  if (ours === STUDENT_ID_COLUMN)
    return (
      distinct.size > 1 && values.some((value) => value.length > CODE_DIGITS || distinct.size > MOST_WORDS)
    );
  if (field?.kind !== 'choice' && field?.kind !== 'flag') return true;
  // Nobody counts from 0, or beyond 9, who is dependent and who is not.
  if (ours === 'dependency_status' && values.some((value) => NUMBER.test(value) && !/^[1-9]$/.test(value)))
    return false;
  const isAmount = (value: string): boolean => NUMBER.test(value) && value.length > CODE_DIGITS;
  return distinct.size <= MOST_WORDS && !values.every(isAmount);
}

/** A rule as plain data. */
export function plain(value: object): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
