import { describe, expect, it } from 'vitest';
import { FIELDS, REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { FIELDS_OF_RECIPE, helpOf, OUR_FIELDS } from '../../src/recipe/format/our-fields.js';
import { BLANK_RECIPE } from '../../src/recipe/format/recipe.js';
import { parseRecipe, recipeText } from '../../src/recipe/format/recipe-file.js';
import { DECISIONS } from '../../src/recipe/format/recipe-schema.js';
import { rowQuestions } from '../../src/recipe/questions/row-questions.js';
import { tableQuestions } from '../../src/recipe/questions/table-questions.js';
import { thrown } from '../support/thrown.js';
import { PRINTED_ONCE, questionsOf, recipeWith, rowsOf } from './row-recipes.js';
import { factsIn } from './small-table.js';

const parsed = (recipe: object) => parseRecipe(JSON.stringify({ ...BLANK_RECIPE, ...recipe }));
const refusal = (recipe: object) => thrown(Error, () => parsed(recipe)).message;

/** The names, before the colon, of all decisions that a table or its rows (of any kind) can ask for. */
function decisionsAsked(): readonly string[] {
  const terms = [{ label: 'B' }, { label: 'A' }];
  const fields = Object.fromEntries(FIELDS_OF_RECIPE.map((field) => [field, { column: field }]));
  const status = [{ column: 'Stat', values: {} }];
  const ofRows = (['term', 'student', 'course', 'fund'] as const)
    .flatMap((rows) => rowQuestions({ ...BLANK_RECIPE, rows, terms, fields, status }))
    .flatMap(({ questions }) => questions);
  const table = rowsOf('12,F,12,D,0\n12*,S,6,D,0\n13,F,6,D,0\n,S,6,D,0\n,S,6,,\nSum,F,12,D,0');
  const recipe = recipeWith({ fields: { dependency_status: PRINTED_ONCE } });
  const sheets = {
    ...table,
    otherSheets: [{ name: 'Spring', isHidden: false, columns: [], isAsWide: true }],
  };
  const facts = {
    ...factsIn(table),
    marked: { rows: 1, hashes: 0, examples: [] },
    remarks: [{ row: 2, text: 'On hold' }],
  };
  const all = [...ofRows, ...questionsOf(table, recipe), ...tableQuestions(sheets, recipe, facts)];
  const ofDecisions = all.flatMap(({ path: [first, key] }) => (first === 'decisions' ? String(key) : []));
  return [...new Set(ofDecisions.map((key) => key.replace(/:.*/, '')))].sort();
}

describe('a recipe', () => {
  it('knows every column of the service and no other', () => {
    expect([...OUR_FIELDS]).toEqual(REQUEST_COLUMNS);
  });

  it('comes back as it was saved, with words of the file that JavaScript has as its own', () => {
    const codes = { toString: 'dependent', constructor: null, '': 'independent' };
    const recipe = { ...BLANK_RECIPE, fields: { dependency_status: { column: 'Dep', values: codes } } };
    expect(parseRecipe(recipeText(recipe))).toEqual(recipe);
  });

  it('names every wrong place by its path', () => {
    const said = refusal({
      rows: 'row',
      colums: {},
      fields: { plus_denied: { column: 7 }, gpa: { column: 'GPA' }, term_label: {} },
      status: [{ column: 'Reg', values: { DW: 'drops' } }],
    });
    expect(said).toContain('\nrows: Expected "term" or "student" or "course" or "fund" or "award".');
    expect(said).toContain('\nfields.plus_denied.column: Expected string.');
    expect(said).toContain('"colums" means nothing here.');
    expect(said).toContain('\nfields: "gpa" means nothing here.');
    expect(said).toContain('\nfields.term_label: Expected {"column": …}');
    expect(said).toContain('\nstatus[0].values["DW"]: Expected "counts"');
    expect(refusal({ status: [{ column: 'Reg' }] })).toContain(
      '\nstatus[0].values: Expected what each code means, such as {"W": "no_credits"}. Write {}',
    );
  });

  it('names a meaning that the field cannot have', () => {
    const said = refusal({
      fields: {
        grade_level: { column: 'Class', values: { FR: 'first_year', 'S O': 'second' } },
        total_limit: { by_level: { graduate: '9' } },
        student_id: { columns: ['A', 'B'] },
        cost_of_attendance: { column: 'COA', less: ['Aid'] },
        degree_level: { column: 'Level', less: ['Level'] },
        subsidized_amount: { columns: ['Need', 'New'], instead: ['Need', 'New'] },
        term_credits_enrolled: { columns: ['Hrs', 'hrs'] },
        term_actual_final_credits: { column: 'Final', values: { '0.00': '' } },
      },
      terms: [{ label: 'Fall', fields: { term_ft_credits: { value: 'twelve' } } }],
    });
    expect(said).toContain('fields.term_credits_enrolled.columns: A column is listed twice');
    expect(said).toContain('fields.term_actual_final_credits.values: A number means itself');
    expect(said).toContain(
      'fields.grade_level.values["S O"]: "second" means nothing here. Expected "first_year"',
    );
    expect(said).toContain('fields.total_limit: Only full-time credits may differ by level.');
    expect(said).toContain('fields.student_id: Only one column may be placed here.');
    const own = 'Expected in "less" and "instead" names of columns that this rule reads, and not all';
    for (const field of ['cost_of_attendance', 'subsidized_amount'])
      expect(said).toContain(`fields.${field}: ${own}`);
    expect(said).toContain('fields.degree_level.less: Only amounts and credits have this. Remove it.');
    expect(said).toContain('terms[0].fields.term_ft_credits.value: "twelve" means nothing here.');
  });

  it('has decisions of the names that questions have, and no other', () => {
    const asked = decisionsAsked();
    expect(DECISIONS).toEqual(asked);
    for (const name of asked)
      for (const key of [name, `${name}:Fall: A\nB`])
        expect(() => parsed({ decisions: { [key]: null } })).not.toThrow();
    const said = refusal({ decisions: { foo: 'bar', need_blank: 'none', 'zero paid': null } });
    expect(said).toContain('\ndecisions.foo: This means nothing here. Remove it.');
    expect(said).toContain('\ndecisions["zero paid"]: This means nothing here. Remove it.');
    expect(said).not.toContain('need_blank');
  });

  it('says where a text is no JSON', () => {
    expect(() => parseRecipe('{"format": "prorata-recipe/3", ')).toThrow('The recipe is no JSON file.');
    expect(() => parseRecipe('Student ID,Term')).toThrow('This is not a recipe.');
  });
});

it('the words of a field, and whether it holds numbers, are those of the list of fields', () => {
  for (const { column, kind, options } of FIELDS) {
    const ours = OUR_FIELDS.find((each) => each === column);
    if (ours === undefined) throw new Error(`${column} has no place in a recipe.`);
    const isWord = kind === 'choice' || kind === 'flag' || kind === 'text';
    expect([column, helpOf(ours).kind]).toEqual([column, isWord ? kind : 'number']);
    if (kind === 'choice') expect(helpOf(ours).words).toEqual(options);
  }
});
