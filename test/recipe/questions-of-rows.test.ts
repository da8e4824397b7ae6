import { describe, expect, it } from 'vitest';
import { NAME_HINTS } from '../../src/recipe/columns/usual-names.js';
import { type FieldRules, pathText, type Recipe } from '../../src/recipe/format/recipe.js';
import type { TableRow } from '../../src/table/delimited-text.js';
import { openTable } from '../../src/table/open-table.js';
import { writtenWorkbook } from '../support/written-workbook.js';
import {
  answered,
  byAnswer,
  decided,
  dollarsOf,
  FALL,
  fundRecipe,
  HEADER,
  IN_PARTS,
  oursOf,
  PAID,
  PRINTED_ONCE,
  paidIn,
  pathsOf,
  recipeWith,
  rowsOf,
  rowsOfA,
  rowsOfEach,
  TERM_RECIPE,
  TERMS,
} from './row-recipes.js';
import { openOf, says } from './small-table.js';

describe('the rows ask', () => {
  it('anew of more than an answer was given for: one row of a thousand, some in a hundred, many in ten, and most', () => {
    const sizes = Object.entries({ '': 1, some_: 10, many_: 50, most_: 400 });
    for (const [at, [, without]] of sizes.entries()) {
      // Each student has two rows; the first few students have no id.
      const ids = Array.from({ length: 500 }, (_, nth) => (nth < without ? '' : `s${nth}`));
      const table = rowsOf(ids.map((id) => `${id},F,12,D,0\n${id},S,12,D,0`));
      for (const [other, [beginning]] of sizes.entries()) {
        const open = openOf(table, decided(TERM_RECIPE, 'rows_without_id_said', `${beginning}each_row`));
        if (other < at) expect(open).toContain('decisions.rows_without_id_said');
        else expect(open ?? []).not.toContain('decisions.rows_without_id_said');
      }
    }
  });

  it('nothing anew of a file of failed rows, which is a part of the whole', () => {
    const reason = 'Need: It is above the maximum.';
    const lines = `a,F,12,D,12000,${reason}\na,S,12,D,12000,${reason}`;
    const recipe = recipeWith({ decisions: { need_above_maximum: 'maximum' }, not_used: { error: 'texts' } });
    expect(dollarsOf(rowsOf(lines, 'error'), recipe)).toEqual({ a: '100 4500 2000' });
    const open = ['decisions.need_above_maximum'];
    const whole = { ...recipe, not_used: { Note: 'texts' } } as const;
    expect(openOf(rowsOf(lines, 'Note'), whole)).toEqual(open);
    // An `error` column that does not give a reason on every row is the file's own.
    expect(openOf(rowsOf(lines.replace(reason, ''), 'error'), recipe)).toEqual(open);
  });

  it('which rows count before it asks what they say together', () => {
    const table = rowsOf('a,F,15,D,0,500\na,F,12,D,0,500\na,S,9,D,0,700', 'Paid');
    const recipe = recipeWith({ fields: PAID });
    expect(pathsOf(table, recipe)).toEqual(['decisions.differing_rows']);
    expect(pathsOf(table, decided(recipe, 'differing_rows', 'most_each'))).toEqual(
      expect.arrayContaining(['decisions["high_credits:Fall 2026"]', 'decisions.paid_of_parts']),
    );
  });

  it('what rows of a student and term are that are equal, and those that differ', () => {
    expect(byAnswer(rowsOf('a,F,6,D,4500\na,F,6,D,4500\na,S,9,D,4500\nb,F,9,I,0\nb,S,9,I,0'))).toMatchObject({
      once: { a: '63 2835 1260', b: '75 0 7875' },
      each: { a: '88 3960 1760' },
    });
    expect(byAnswer(rowsOf('a,F,6,D,4500\na,F,9,D,4500\na,S,9,D,4500'))).toMatchObject({
      not_calculated: { a: says('Rows 2 and 3 are of the same student and term') },
      each: { a: '100 4500 2000' },
    });
    // An answer for differing rows does not cover equal rows that appear beside them.
    const said = decided(TERM_RECIPE, 'differing_rows', 'most_each');
    expect(byAnswer(rowsOf('a,F,6,D,4500\na,F,3,D,4500\na,F,3,D,4500\na,S,12,D,4500'), said)).toMatchObject({
      once: { a: '88 3960 1760' },
      each: { a: '100 4500 2000' },
    });
    // Nor does it cover rows with the same credits, such as one for each major.
    const majors = rowsOf('a,F,6,D,4500,Bio\na,F,6,D,4500,Art\na,S,12,D,4500,Bio', 'Major');
    const unread = { ...said, not_used: { Major: { codes: ['Art', 'Bio'] } } };
    const all = { once: { a: '75 3375 1500' }, each: { a: '100 4500 2000' } };
    expect(byAnswer(majors, unread)).toMatchObject(all);
  });

  it('of one enrollment what it counts once, with each of its rows that are equal', () => {
    const table = rowsOf('a,F,3,D,0,Eng\na,F,3,D,0,Eng\na,F,3,D,0,Mat', 'Major');
    const decisions = { equal_rows: 'most_each', 'same_credits:Major': 'most_once' };
    const recipe = recipeWith({ terms: FALL, not_used: { Major: 'texts' }, decisions });
    expect(dollarsOf(table, recipe)).toEqual({ a: '25 0 1625' });
  });

  it('of one course whether it is over, where one of its rows alone has final credits', () => {
    const fields = { course: { column: 'Course' }, term_actual_final_credits: { column: 'End' } } as const;
    const recipe = recipeWith({ rows: 'course', fields, terms: FALL });
    const rows = rowsOf('a,F,4,D,0,X1,4\na,F,4,D,0,X1,', 'Course,End');
    expect(dollarsOf(rows, decided(recipe, 'alike_rows:End', 'most_once'))).toEqual({
      a: says('Rows 2 and 3 are of one course, and are not equal'),
    });
  });

  it('what rows are of which a status takes the credits of one away', () => {
    const status = [{ column: 'Reg', values: { W: 'no_credits', '': 'counts' } as const }];
    const recipe = decided(recipeWith({ terms: FALL, status }), 'differing_rows:Reg', 'most_not_calculated');
    const rows = (first: string, second: string) => rowsOf(`a,F,${first}\na,F,${second}`, 'Reg');
    const fails = { a: says('Rows 2 and 3 are of the same student and term') };
    expect(dollarsOf(rows('12,D,0,', '12,D,0,W'), recipe)).toEqual(fails);
    expect(dollarsOf(rows('12,D,0,', ',D,0,W'), recipe)).toEqual(fails);
  });

  it('of several payments of a fund, which of them were corrected', () => {
    const recipe = fundRecipe({ DL: 'unsub' }, { terms: FALL, fields: { payment_number: { column: 'No' } } });
    const table = rowsOf('a,F,12,D,0,DL,500,1\na,F,12,D,0,DL,0,1\na,F,12,D,0,DL,0,2', 'Fund,Paid,No');
    expect(byAnswer(table, recipe)).toMatchObject({
      once: { a: says('Rows 2 and 3 are of one payment') },
      not_calculated: { a: says('Rows 2 and 3 are of one payment') },
    });
    expect(paidIn(table, decided(recipe, 'alike_rows:Paid', 'most_each'))).toEqual(['12', '500']);
    // What is taken back was paid under the same number.
    const status = [{ column: 'Stat', values: { P: 'counts', R: 'paid_back' } as const }];
    const returned = (number: number) =>
      rowsOf(`a,F,12,D,0,DL,500,1,P\na,F,12,D,0,DL,500,${number},R`, 'Fund,Paid,No,Stat');
    expect(paidIn(returned(1), { ...recipe, status })).toEqual(['12', '0']);
    const other = says('Under the payment number of row 3 more is taken back than was paid');
    expect(dollarsOf(returned(2), { ...recipe, status })).toEqual({ a: other });
  });

  it('of a course with several rows, and keeps the payment that any of them has', () => {
    const lines = ['a,F,6,D,0,X1,', 'a,F,6,D,0,X1,500', 'a,F,6,D,0,X2,'];
    const fields = { course: { column: 'Course' }, ...PAID };
    const recipe = recipeWith({ rows: 'course', fields, terms: FALL });
    const once = decided(recipe, 'alike_rows:Paid', 'most_once');
    expect(paidIn(rowsOf(lines, 'Course,Paid'), once)).toEqual(['12', '500']);
    const other = rowsOf([...lines, 'a,F,6,D,0,X1,300'], 'Course,Paid');
    expect(dollarsOf(other, once)).toEqual({ a: says('Rows 2 and 3 and 5 are of one course') });
    // A course that was dropped has a payment without credits.
    const dropped = rowsOf([...lines.slice(1), 'a,F,0,D,0,X3,200', 'a,F,,D,0,X3,200'], 'Course,Paid');
    const sameHours = decided(recipe, 'alike_rows:Hrs', 'most_once');
    const ofPart = answered(dropped, sameHours, 'paid_of_parts', 'of_part');
    expect(paidIn(dropped, ofPart)).toEqual(['12', '700']);
  });

  it('whether payments of labels of one term each have the credits of all of it', () => {
    const placed = fundRecipe({ DL: 'unsub', SL: 'none' }, { terms: FALL, fields: IN_PARTS });
    const recipe = decided(placed, 'alike_rows:? Hrs | Term', 'most_each');
    const of = (a: number, b: number) =>
      rowsOfA([`Fall A,${a},D,0,DL,100`, `Fall A,${a},D,0,SL,100`, `Fall B,${b},D,0,DL,100`], 'Fund,Paid');
    expect(byAnswer(of(6, 6), recipe)).toMatchObject({
      of_part: { a: '100 0 6500' },
      of_term: { a: '50 0 3250' },
    });
    const ofPart = decided(recipe, 'credits_of_parts:term_credits_enrolled', 'of_part');
    expect(dollarsOf(of(6, 3), ofPart)).toEqual({ a: '75 0 4875' });
    // A part that was dropped has none of the term's credits.
    const ofTerm = decided(recipe, 'credits_of_parts:term_credits_enrolled', 'many_of_term');
    expect(dollarsOf(of(0, 6), ofTerm)).toEqual({ a: '50 0 3250' });
    // Blank credits of one part are asked about.
    const blank = rowsOf('a,Fall A,12,D,0,DL,100\na,Fall B,,D,0,DL,100', 'Fund,Paid');
    expect(byAnswer(blank, recipe)).toMatchObject({ none: { a: '100 0 6500' } });
  });

  it('of rows for each major, of which one alone has the payment', () => {
    const rows = (second: string) => rowsOf(`a,F,9,D,0,1000,Bio\na,F,${second},D,0,0,Art`, 'Paid,Major');
    const recipe = recipeWith({ fields: PAID, terms: FALL, not_used: { Major: 'own text' } });
    const once = decided(recipe, 'same_credits:Major', 'most_once');
    for (const second of ['9', '']) expect(paidIn(rows(second), once)).toEqual(['9', '1000']);
    expect(pathsOf(rows('9'), once)).toEqual(['decisions["same_credits:Major"]']);
    // An answer for majors does not cover parts of a term, which another column tells apart.
    const parts = rowsOf('a,F,6,D,0,500,Bio,8W1\na,F,6,D,0,500,Bio,8W2', 'Paid,Major,Part');
    const unused = { Major: 'texts', Part: 'texts' } as const;
    const ofPart = 'decisions["same_credits:Part"]';
    expect(pathsOf(parts, { ...once, not_used: unused })[0]).toBe(ofPart);
    // Rows that differ in other columns are asked about apart, and so are two of several rows.
    const three = rowsOf(
      'a,F,6,D,0,500,Bio,8W1\na,F,6,D,0,500,Art,8W1\nb,F,6,D,0,500,Bio,8W1\nb,F,6,D,0,500,Bio,8W2',
      'Paid,Major,Part',
    );
    const ofMajor = 'decisions["same_credits:Major"]';
    const open = { ...recipe, not_used: unused };
    expect(pathsOf(three, open)).toEqual([ofMajor, ofPart]);
    expect(openOf(three, { ...once, not_used: unused })).toEqual([ofPart]);
    const mixed = rowsOf('a,F,3,D,0,0,Bio,8W1\na,F,3,D,0,0,Art,8W1\na,F,3,D,0,0,Eng,8W2', 'Paid,Major,Part');
    const each = decided(open, 'same_credits:Major | Part', 'most_each');
    expect(openOf(mixed, each)).toEqual([ofMajor]);
    expect(dollarsOf(mixed, decided(each, 'same_credits:Major', 'most_once'))).toEqual({
      a: says('Rows 2 and 3 and 4 are of the same student and term'),
    });
    // A status column counts as one of them.
    const status = [{ column: 'Part', values: { '8W1': 'counts', '8W2': 'counts' } as const }];
    expect(pathsOf(parts, { ...once, status, not_used: { Major: 'texts' } })[0]).toBe(ofPart);
    // Nothing else in these rows may differ.
    const needs = rowsOf('a,F,9,D,2000,1000,Bio\na,F,9,D,0,0,Art', 'Paid,Major');
    const ofNeeds = decided(once, 'same_credits:Major | Need', 'most_once');
    expect(dollarsOf(needs, ofNeeds)).toEqual({ a: says('differ in "Need"') });
    expect(pathsOf(rows('6'), once)).toEqual(['decisions["differing_rows:Major"]']);
  });

  it('of many kinds of rows together, and marks the columns in which only some differ', () => {
    const columns = ['A', 'B', 'C', 'D', 'E'];
    const lines = columns.flatMap((own, nth) => {
      const cells = columns.map((name) => (name === own ? 'y' : 'x'));
      return [`${nth},F,6,D,0,p,x,x,x,x,x`, `${nth},F,6,D,0,q,${cells.join()}`];
    });
    const table = rowsOf(lines, ['Z', ...columns].join());
    const not_used = Object.fromEntries(['Z', ...columns].map((name) => [name, 'texts'] as const));
    const open = openOf(table, recipeWith({ terms: FALL, not_used }));
    expect(open).toEqual(['decisions["same_credits:? A | ? B | ? C | ? D | ? E | Z"]']);
  });

  it('of payments left out that rows that count have, and apart of those that they lack', () => {
    const status = [{ column: 'Now', values: { Y: 'counts', N: 'leave_out' } as const }];
    const rows = (now: string) => rowsOf(`a,F,12,D,0,500,N\na,F,12,D,0,${now},Y`, 'Paid,Now');
    const decisions = { 'taken_back:"Now" is "N"': 'most_each' };
    const recipe = recipeWith({ fields: PAID, terms: FALL, status, decisions });
    const key = 'left_out_payments:"Now" is "N"';
    expect(pathsOf(rows('500'), recipe).at(-1)).toBe(pathText(['decisions', key]));
    const said = decided(recipe, key, 'most_left_out');
    expect(openOf(rows('500'), said)).toBeNull();
    const lost = pathText(['decisions', `${key}, and no row that counts has the same`]);
    expect(openOf(rows('400'), said)).toEqual([lost]);
  });

  it('of equal payments that they are listed twice, but not where one was returned between them', () => {
    const recipe = decided(fundRecipe({ DL: 'unsub' }, { terms: FALL }), 'equal_rows', 'most_once');
    const rows = (...amounts: readonly number[]) =>
      rowsOfEach(amounts, 'Fund,Paid', (amount) => `a,F,12,D,0,DL,${amount}`);
    expect(paidIn(rows(5, 5, 2), decided(recipe, 'alike_rows:Paid', 'most_each'))).toEqual(['12', '7']);
    for (const table of [rows(500, 500, -200, -200), rows(500, -500, 500)])
      expect(dollarsOf(table, recipe)).toEqual({ a: says('takes a payment back') });
  });

  it('nothing of what was returned of a fund under a code of its own, and subtracts it', () => {
    const recipe = fundRecipe({ DL: 'unsub', RET: 'unsub_returned' }, { terms: FALL });
    for (const returned of ['200', '-200']) {
      const rows = rowsOf(`a,F,12,D,0,DL,500\na,F,12,D,0,RET,${returned}`, 'Fund,Paid');
      expect(paidIn(rows, recipe)).toEqual(['12', '300']);
    }
  });

  it('whether several payments of a fund are one, and keeps the credits of each', () => {
    const rows = (first: number) =>
      rowsOf([`a,F,,D,0,DL,${first}`, 'a,F,9,D,0,DL,700', 'a,S,6,D,0,DL,'], 'Fund,Paid');
    const said = (answer: string) =>
      decided(fundRecipe({ DL: 'unsub' }), 'alike_rows:Hrs | ? Paid', `most_${answer}`);
    expect(paidIn(rows(500), said('each'))).toEqual(['9', '1200']);
    expect(paidIn(rows(700), said('once'))).toEqual(['9', '700']);
    const fails = { a: says('Rows 2 and 3 are of one payment') };
    for (const each of ['once', 'not_calculated']) expect(dollarsOf(rows(500), said(each))).toEqual(fails);
  });

  it('what rows of one course are, whatever else differs between them', () => {
    const recipe = recipeWith({
      rows: 'course',
      terms: FALL,
      fields: { course: { columns: ['Course', 'Section'] } },
      not_used: { Day: { codes: ['M', 'W'] }, Room: 'texts' },
    });
    const of = (...lines: readonly string[]) => rowsOfA(lines, 'Course,Section,Day,Room');
    const twice = of('F,3,D,0,X1,1,M,R 1', 'F,3,D,0,X1,1,W,R 2', 'F,5,D,0,X1,2,M,R 1');
    expect(byAnswer(twice, recipe)).toMatchObject({ once: { a: '67 0 4355' }, each: { a: '92 0 5980' } });
    // Another section counts separately, and so do credits without a course.
    const sections = of('F,5,D,0,X1,1,M,R 1', 'F,4,D,0,X1,2,M,R 1', 'F,3,D,0,,,M,R 1');
    expect(dollarsOf(sections, recipe)).toEqual({ a: '100 0 6500' });
    // A course may be dropped and taken again, or the reverse: the status alone does not tell which holds.
    const status = [{ column: 'Day', values: { M: 'counts', W: 'no_credits' } as const }];
    const log: Recipe = { ...recipe, status, not_used: { Room: 'texts' } };
    const all = { each: { a: '67 0 4355' }, not_calculated: { a: says('Rows 2 and 3') } };
    expect(byAnswer(twice, log)).toEqual(all);
    expect(byAnswer(of('F,3,D,0,X1,1,M,R 1', 'F,4,D,0,X1,1,W,R 2'), recipe)).toMatchObject({
      once: { a: says('Rows 2 and 3 are of one course, and are not equal') },
    });
  });

  it('whether ids that look alike are one student', () => {
    const table = rowsOf('0a,F,12,D,0\nA,S,6,D,0');
    const recipe = recipeWith({ terms: TERMS.map((term) => ({ ...term, no_row: 'many_not_in_year' })) });
    expect(pathsOf(table, recipe)).toContain('decisions.alike_ids');
    // Ids may differ in a footnote mark, the mark of a text, decimals or a hyphen.
    for (const id of ['12*', '12¹', '12§', '12 ^', "'12", '12.0', '1-2'])
      expect(pathsOf(rowsOf(`12,F,12,D,0\n${id},S,6,D,0`), recipe)).toContain('decisions.alike_ids');
    const same = answered(table, recipe, 'alike_ids', 'same');
    expect(dollarsOf(table, same)).toEqual({ '0a': '75 0 4875' });
    const different = answered(table, recipe, 'alike_ids', 'different');
    expect(dollarsOf(table, different)).toEqual({ '0a': '100 0 6500', A: '50 0 3250' });
    // That two ids are one student says nothing about two more.
    const more = rowsOf('0a,F,12,D,0\nA,S,6,D,0\n0b,F,12,D,0\nB,S,6,D,0');
    expect(openOf(more, same)).toContain('decisions.alike_ids');
  });

  it('whose they are before anything else: what is answered of a total would hold for a student', () => {
    const ids = ['a1', 'b1', 'c1'].flatMap((id) => [`${id},F,12,D,0`, `${id},S,12,D,0`]);
    const table = rowsOf([...ids, 'Gesamt,F,,,'].join('\n'));
    const recipe = recipeWith({ fields: { dependency_status: PRINTED_ONCE } });
    expect(openOf(table, recipe)).toEqual(['decisions.word_ids']);
    const read = decided(recipe, 'word_ids', 'many_read');
    expect(openOf(table, read)).toEqual(['terms[1].no_row', 'terms[0].blank']);
    expect(openOf(table, decided(recipe, 'word_ids', 'many_leave_out'))).toBeNull();
    // A total has no dependency status: a row with one may be a student, even if left out as a total.
    const waiting = rowsOf([...ids, 'EN ATTENTE,F,12,D,0', 'EN ATTENTE,S,12,D,0'].join('\n'));
    const without = decided(recipe, 'word_ids', 'many_leave_out');
    expect(dollarsOf(waiting, without)['EN ATTENTE']).toContain('Row 8 has no student id');
    // A subtotal may state the one fact that it groups by; a student's row states more.
    const grade_level = { column: 'Class', values: { SO: 'second_year', '': '' } } as const;
    const grouped = { ...without, fields: { ...without.fields, grade_level } };
    const sums = [...ids.map((line) => `${line},SO`), 'Dependents,F,36,D,,', 'Pending,F,9,D,0,SO'];
    expect(Object.keys(dollarsOf(rowsOf(sums, 'Class'), grouped))).toEqual(['a1', 'b1', 'c1', 'Pending']);
  });

  it("whose they are before columns are placed, and then nothing of the codes of what is nobody's", () => {
    const ids = ['a1', 'b1', 'c1'].flatMap((id) => [`${id},F,12,D,0`, `${id},S,12,D,0`]);
    const table = rowsOf([...ids, 'Gesamt,F,72,,', ',S,72,,'].join('\n'));
    const ofBlank = 'fields.dependency_status.values[""]';
    expect(openOf(table, TERM_RECIPE)).toEqual(['decisions.rows_without_id', 'decisions.word_ids', ofBlank]);
    const decisions = { rows_without_id: 'many_leave_out', word_ids: 'many_leave_out' };
    expect(openOf(table, recipeWith({ decisions }))).toBeNull();
  });

  it('whose they are also where the row with the id and the term does not count', () => {
    const decisions = { rows_without_id: 'most_above', word_ids: 'many_leave_out' };
    const fields: FieldRules = { dependency_status: PRINTED_ONCE };
    const status = [{ column: 'Stat', values: { R: 'counts', W: 'leave_out' } as const }];
    const recipe = recipeWith({ rows: 'course', terms: TERMS, fields, status, decisions });
    const ofA = ['a1,F,12,D,0,R', 'a1,S,3,D,0,W', ',,3,,,R'];
    const ofB = ['b1,S,3,D,0,R', ',,6,,,R'];
    const ofWord = ['TEST,F,3,,0,R'];
    const shown = rowsOf([...ofA, ...ofB, ...ofWord, 'b1,F,12,D,0,R'], 'Stat');
    const isHidden = ({ cells: [id, term] }: TableRow): boolean => id === 'b1' && term === 'Spring 2027';
    const rows = [...shown.rows()].map((row): TableRow => (isHidden(row) ? { ...row, mark: 'hidden' } : row));
    const table = { ...shown, rows: () => rows };
    expect(
      oursOf(table, answered(table, recipe, 'hidden_rows', 'leave_out'))
        .map((cells) => [cells[0], cells.find((cell) => cell.includes(' 20')), cells.at(-1)].join(' '))
        .sort(),
    ).toEqual(['a1 Fall 2026 12', 'a1 Spring 2027 3', 'b1 Fall 2026 12', 'b1 Spring 2027 6']);
  });

  it.each([
    ['a word', 'Subtotal,S,9,,', 'word_ids'],
    ['somebody of no id', ',S,9,I,', 'rows_without_id_said'],
  ])('whose rows below %s are: nobody says, and the student above is not calculated', (_, line, key) => {
    const decisions = { rows_without_id: 'most_above', [key]: 'many_leave_out' };
    const recipe = recipeWith({ rows: 'course', fields: { dependency_status: PRINTED_ONCE }, decisions });
    const table = rowsOf(`a1,F,9,D,0\n${line}\n,,3,,\nb1,F,12,D,0\nb1,S,12,D,0\na1,S,12,D,0`);
    expect(dollarsOf(table, recipe)).toEqual({ a1: says('Row 4 has no student id'), b1: '100 0 6500' });
  });

  it.each([
    ['sums of groups in another language', 'Zwischensumme,S,15,,0'],
    ['averages', 'Durchschnitt,S,10,,0'],
    ['a count', '12 students,S,12,,0'],
  ])('what rows are that have words in place of an id: %s', (_, line) => {
    const recipe = recipeWith({
      fields: { dependency_status: PRINTED_ONCE },
      terms: [{ label: 'Fall 2026', no_row: 'most_not_in_year' }, { label: 'Spring 2027' }],
    });
    // It does not matter how many rows have one of these few words.
    const lines = ['a1', 'b1'].flatMap((id) => [`${id},F,12,D,0`, `${id},S,12,D,0`, line, line]);
    const all = byAnswer(rowsOf(lines), decided(recipe, 'equal_rows', 'most_once'));
    expect(all).toMatchObject({ leave_out: { a1: '100 0 6500' }, read: { a1: '100 0 6500' } });
    expect(Object.keys(all['leave_out'] ?? {})).toEqual(['a1', 'b1']);
    // If most ids are words, an answer for a few words leaves none of them out.
    const words = rowsOf('Ann,F,12,D,0\nAnn,S,12,D,0');
    expect(pathsOf(words, recipe)).toEqual([]);
    expect(openOf(words, decided(recipe, 'word_ids', 'many_leave_out'))).toContain('decisions.word_ids');
  });

  it('what a remark between the rows means for those below it', async () => {
    const of = (...sections: readonly string[]) => {
      const term = (id: string) => TERMS.map(({ label }) => `${id},${label},12,D,0\n`).join('');
      const text = sections.map((section) => (section.includes(' ') ? `${section},,,,\n` : term(section)));
      return openTable(Buffer.from(`${HEADER}\n${text.join('')}`), { hints: NAME_HINTS });
    };
    const sections = await of('All students', 'a1', 'Withdrawn students', 'b1', 'End of report');
    expect(pathsOf(sections)).toEqual(['decisions["remarks:Withdrawn students"]']);
    const said = decided(TERM_RECIPE, 'remarks:Withdrawn students', 'not_needed');
    expect(dollarsOf(sections, said)).toEqual({ a1: '100 0 6500', b1: '100 0 6500' });
    // An answer for one remark does not cover another.
    expect(pathsOf(await of('a1', 'Loans on hold', 'b1'))).toEqual(['decisions["remarks:Loans on hold"]']);
    // The heads of pages differ in dates and numbers.
    const pages = await of('a1', 'Loan listing 12/1/26 page 2', 'b1', 'Loan listing 12/1/26 page 3', 'c1');
    expect(pathsOf(pages)).toEqual(['decisions["remarks:Loan listing # page #"]']);
    // Remarks above or below all rows are only reported; many alike between rows are one question.
    expect(pathsOf(await of('All students', 'a1', 'b1', '* Legacy borrowers'))).toEqual([]);
    const many = 'abcdefghij'.split('').flatMap((id) => [`Department of ${id}`, `${id}1`]);
    expect(pathsOf(await of(...many))).toEqual(['decisions.remarks']);
  });

  it('what is beside the first row, or below the last', async () => {
    const lines = ['a', 'b'].flatMap((id) => TERMS.map(({ label }) => `${id},${label},12,D,0`));
    const [names = [], first = [], ...others] = [HEADER, ...lines].map((line) => line.split(','));
    const below = [...names.map(() => ''), 'see', 'Bob'];
    const bytes = writtenWorkbook([names, [...first, '', 'withdrew'], ...others, below]);
    const key = 'decisions["remarks:withdrew / see Bob"]';
    expect(pathsOf(await openTable(bytes, { hints: NAME_HINTS }))).toEqual([key]);
  });

  it('whether rows are read that the sheet hides or crosses out', () => {
    const { header, rows } = rowsOf('a,F,12,D,0\na,S,12,D,0\nb,F,6,D,0\nb,S,6,D,0');
    const hidden = [...rows()].map((row): TableRow => (row.row > 3 ? { ...row, mark: 'hidden' } : row));
    const said = { leave_out: { a: '100 0 6500' }, read: { a: '100 0 6500', b: '50 0 3250' } };
    expect(byAnswer({ header, rows: () => hidden })).toEqual(said);
    // Next month, the sheet may hide other rows.
    const others = [...rows()].map((row): TableRow => (row.row > 3 ? row : { ...row, mark: 'hidden' }));
    for (const answer of ['leave_out', 'read']) {
      const now = answered({ header, rows: () => hidden }, TERM_RECIPE, 'hidden_rows', answer);
      expect(openOf({ header, rows: () => others }, now)).toEqual(['decisions.hidden_rows']);
    }
    // An answer for hidden rows does not cover crossed-out rows.
    const crossed = hidden.map((row): TableRow => (row.mark ? { ...row, mark: 'crossed out' } : row));
    const read = answered({ header, rows: () => hidden }, TERM_RECIPE, 'hidden_rows', 'read');
    expect(openOf({ header, rows: () => crossed }, read)).toEqual(['decisions.hidden_rows']);
    expect(byAnswer({ header, rows: () => crossed })).toEqual(said);
    // A row that replaces a crossed-out one is not a log entry, so its payment counts.
    const [first, ...shown] = rowsOf('a,F,12,D,0,500\na,F,9,D,0,500\na,S,12,D,0,', 'Paid').rows();
    const replaced = [...(first ? [{ ...first, mark: 'crossed out' } as const] : []), ...shown];
    const corrected = { header: [...header, 'Paid'], rows: () => replaced };
    const out = answered(corrected, recipeWith({ fields: PAID }), 'hidden_rows', 'leave_out');
    expect(dollarsOf(corrected, out)).toEqual({ a: '88 0 5720' });
    // Next month, the sheet may cross out another row.
    const [kept, ...rest] = shown;
    const next = [
      ...(first ? [first] : []),
      ...(kept ? [{ ...kept, mark: 'crossed out' } as const] : []),
      ...rest,
    ];
    expect(openOf({ ...corrected, rows: () => next }, out)).toEqual(['decisions.hidden_rows']);
  });

  it('which fact counts that differs from term to term, for many or a few', () => {
    const rows = (...springs: readonly string[]) =>
      rowsOfEach(springs, 'Class', (spring, at) => `${at},S,12,D,0,${spring}\n${at},F,12,D,0,FR`);
    const grade_level = { column: 'Class', values: { FR: 'first_year', SO: 'second_year' } } as const;
    const recipe = recipeWith({ fields: { grade_level } });
    const differ = says('Rows 2 and 3 of the same student differ in "Class": "SO" and "FR". If');
    expect(byAnswer(rows('SO', 'SO', 'SO', 'SO', 'SO', 'FR'), recipe)).toMatchObject({
      first: { 0: '100 0 5500', 5: '100 0 5500' },
      last: { 0: '100 0 6500', 5: '100 0 5500' },
      not_calculated: { 0: differ, 5: '100 0 5500' },
    });
    expect(pathsOf(rows('SO', 'FR'), recipe)).toEqual(['decisions["differs:grade_level"]']);
    // Within a term, no order decides between two needs: the column may be wrong, such as offered amounts.
    const within = [0, 1, 2, 3, 4, 5].map((at) => `${at},F,12,D,3500,DL,1\n${at},F,12,D,3000,DL,2`);
    const key = 'alike_rows:Need | Paid';
    const funds = decided(fundRecipe({ DL: 'unsub' }, { terms: FALL }), key, 'most_each');
    const ofNeed = { subsidized_amount: { column: 'Need', per: 'most_year' } } as const;
    const byNeed = { ...funds, fields: { ...funds.fields, ...ofNeed } };
    expect(pathsOf(rowsOf(within, 'Fund,Paid'), byNeed)).toEqual([`decisions["${key}"]`]);
    expect(dollarsOf(rowsOf(within, 'Fund,Paid'), byNeed)['0']).toContain('differ in "Need"');
    const needs = rowsOf('0,F,12,D,1000\n0,S,12,D,2000');
    const differing = { subsidized_amount: { column: 'Need', per: 'rises_year' } } as const;
    expect(dollarsOf(needs, recipeWith({ fields: differing }))['0']).toContain('a need of 1000 and 2000 for');
    // Next to a filled flag, a blank says nothing.
    const plus_denied = { column: 'Class', values: { Y: 'true', '': 'false' } } as const;
    const flags = rowsOf('a,S,12,D,0,Y\na,F,12,D,0,\nb,F,12,D,0,\nb,S,12,D,0,', 'Class');
    const all = { a: '100 0 10500', b: '100 0 6500' };
    expect(dollarsOf(flags, recipeWith({ fields: { plus_denied } }))).toEqual(all);
  });

  it('which credits count that differ between the payments of a term', () => {
    const lines = ['a', 'b', 'c', 'd', 'e'].flatMap((id) =>
      ['F,12,D,0,DL,100', 'F,9,D,0,DL,200', 'S,9,D,0,DL,50'].map((line) => `${id},${line}`),
    );
    const recipe = decided(fundRecipe({ DL: 'unsub' }), 'alike_rows:Hrs | Paid', 'most_each');
    expect(byAnswer(rowsOf(lines, 'Fund,Paid'), recipe)).toMatchObject({
      first: { a: '88 0 5720' },
      last: { a: '75 0 4875' },
      not_calculated: { a: says('differ in "Hrs": "12" and "9"') },
    });
    // A text that fails its student is no other number of credits.
    const term_credits_enrolled = { column: 'Hrs', values: { audit: 'not_calculated' } };
    const failing = rowsOf(lines.join('\n').replaceAll(',9,D', ',audit,D'), 'Fund,Paid');
    const said = { ...recipe, fields: { ...recipe.fields, term_credits_enrolled } };
    expect(dollarsOf(failing, said)).toMatchObject({ a: says('is "audit"') });
  });
});
