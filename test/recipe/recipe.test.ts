import { describe, expect, it } from 'vitest';
import { FIELDS, REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { kindOf, OUR_FIELDS } from '../../src/recipe/our-fields.js';
import { BLANK_RECIPE } from '../../src/recipe/recipe.js';
import { parseRecipe, recipeText } from '../../src/recipe/recipe-file.js';

function refusal(recipe: object): string {
  try {
    parseRecipe(JSON.stringify({ ...BLANK_RECIPE, ...recipe }));
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'nothing was refused';
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

  it('of an earlier format is refused with the next step', () => {
    for (const format of ['prorata-recipe/1', 'prorata-recipe/2'])
      expect(refusal({ format })).toContain('Place the columns again');
  });

  it('names every wrong place by its path', () => {
    const said = refusal({
      rows: 'row',
      fields: { plus_denied: { column: 7 }, gpa: { column: 'GPA' }, term_label: {} },
      status: [{ column: 'Reg', values: { DW: 'drops' } }],
    });
    expect(said).toContain('\nrows: Expected "term" or "student" or "course" or "fund".');
    expect(said).toContain('\nfields.plus_denied.column: Expected string.');
    expect(said).toContain('\nfields: "gpa" means nothing here.');
    expect(said).toContain('\nfields.term_label: Expected {"column": …}');
    expect(said).toContain('\nstatus[0].values["DW"]: Expected "counts"');
  });

  it('names a meaning that the field cannot have', () => {
    const said = refusal({
      fields: {
        grade_level: { column: 'Class', values: { FR: 'first_year', 'S O': 'second' } },
        total_limit: { by_level: { graduate: '9' } },
        dependency_status: { columns: ['A', 'B'] },
        cost_of_attendance: { column: 'COA', less: ['Aid'] },
        degree_level: { column: 'Level', less: ['Level'] },
        term_credits_enrolled: { columns: ['Hrs', 'hrs'] },
      },
      terms: [{ label: 'Fall', fields: { term_ft_credits: { value: 'twelve' } } }],
    });
    expect(said).toContain('fields.term_credits_enrolled.columns: A column is listed twice');
    expect(said).toContain(
      'fields.grade_level.values["S O"]: "second" means nothing here. Expected "first_year"',
    );
    expect(said).toContain('fields.total_limit: Only full-time credits may differ by level.');
    expect(said).toContain('fields.dependency_status: Only one column may be placed here.');
    expect(said).toContain('fields.cost_of_attendance.less: Expected names of columns that this rule reads.');
    expect(said).toContain('fields.degree_level.less: Only amounts and credits are subtracted.');
    expect(said).toContain('terms[0].fields.term_ft_credits.value: "twelve" means nothing here.');
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
    expect([column, kindOf(ours).kind]).toEqual([column, isWord ? kind : 'number']);
    if (kind === 'choice') expect(kindOf(ours).words).toEqual(options);
  }
});
