import { each, type Person, UNDERGRADUATES, unpaid } from '../people.js';
import type { RawExport } from '../raw-export.js';
import { type Column, type TermRow, tableOf, termRows, textFile } from '../write-table.js';

/** Columns whose names or values may say the opposite of what they seem to, or that rows do not count. */
const LABELS = { F: 'Fall 2026', S: 'Spring 2027' };
const CLASSES = ['FR', 'SO', 'JR', 'SR'];
const ROW: readonly Column<TermRow>[] = [
  ['Student ID', ({ person }) => person.id],
  ['Term', ({ term }) => LABELS[term.season as 'F']],
  ['Credits', ({ term }) => term.credits],
  ['Dep', ({ person }) => (person.dependency === 'dependent' ? 'D' : 'I')],
  ['Class', ({ person }) => CLASSES[(person.year ?? 1) - 1] ?? ''],
  ['Degree Level', () => 'UG'],
  ['Full Time Credits', ({ person }) => person.full],
  ['Subsidized Amount', ({ person }) => String(person.need)],
];

/** Those whose parents were denied among them, so that whoever reads it the other way round is found out. */
const students = each(unpaid(UNDERGRADUATES), (person, nth) => ({
  ...person,
  denied: person.dependency === 'dependent' && nth % 3 === 0,
}));
const file = (columns: readonly Column<TermRow>[], people: readonly Person[] = students): Uint8Array =>
  textFile(tableOf([...ROW, ...columns], termRows(people)));

/** A file with one more column, which says whose parent was denied. */
function plus(
  name: string,
  [denied, others]: readonly [string, string],
  open: readonly string[],
  values?: Readonly<Record<string, string>>,
): RawExport {
  return {
    name: `"${name}" of ${denied} and ${others}`,
    bytes: file([[name, ({ person }) => (person.denied ? denied : others)]]),
    open,
    decide: { columns: { plus_denied: { column: name, ...(values === undefined ? {} : { values }) } } },
    people: students,
    labels: LABELS,
  };
}

export const DOUBTFUL: readonly RawExport[] = [
  plus('PLUS Approved', ['N', 'Y'], ['values:plus_denied'], { N: 'yes', Y: 'no' }),
  plus('PLUS Approved', ['Denied', 'Approved'], [], { Denied: 'yes', Approved: 'no' }),
  plus('Parent PLUS Approved?', ['0', '1'], ['column:plus_denied'], { 0: 'yes', 1: 'no' }),
  plus('PLUS Status', ['Denied', 'Approved'], ['column:plus_denied'], { Denied: 'yes', Approved: 'no' }),
  plus('PLUS Decision', ['D', 'A'], ['column:plus_denied'], { D: 'yes', A: 'no' }),
  plus('ADDL_UNSUB_AMT', ['5000', '0'], ['column:plus_denied'], { 5000: 'yes', 0: 'no' }),
  plus('Adverse Credit', ['Y', 'N'], []),
];
