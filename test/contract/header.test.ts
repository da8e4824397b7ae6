import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { CREDIT_COLUMNS, REQUEST_COLUMNS } from '../../src/contract/field-list.js';
import { columnName, type Header, readHeader } from '../../src/contract/header.js';
import { FUND_CODES, LEFT_OUT, SYNONYMS } from '../../src/contract/other-names.js';
import { fuzzRuns } from '../support/runs.js';
import { EXPORTS, NEAR_MISSES, NEEDED, OTHER_COLUMNS, REAL_COLUMNS } from './header-corpus.js';

/** Every column that the header is asked about, with the columns of ours that its message names. */
function asked(cells: readonly string[]): Record<string, string[]> {
  const problems = problemsOf(cells);
  const misses = problems.filter(({ message }) => message.includes('did you mean'));
  return Object.fromEntries(
    misses.map(({ path = '', message }) => {
      const question = /did you mean ([^?]*)\?/.exec(message)?.[1] ?? '';
      return [path, [...question.matchAll(/"([^"]+)"/g)].map(([, column = '']) => column)];
    }),
  );
}

function problemsOf(cells: readonly string[]): { path?: string; message: string }[] {
  try {
    readHeader(cells, 1);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !('details' in error.body)) throw error;
    return [...(error.body.details ?? [])];
  }
}

function ignoredIn(cells: readonly string[]): Header['ignored'] {
  return readHeader(cells, 1).ignored;
}

const isOurs = (cell: string) => REQUEST_COLUMNS.includes(columnName(cell));

describe('a column that may be meant for one of ours is asked about', () => {
  test.each(NEAR_MISSES)('%s: %s', (name, ...meant) => {
    const others = NEEDED.filter((column) => !meant.includes(column));
    expect(Object.values(asked([...others, name]))).toEqual([expect.arrayContaining(meant)]);
    expect(Object.values(asked([...others, name]))[0]).toHaveLength(meant.length);
  });

  test('all such columns at once, and what is missing beside', () => {
    const problems = problemsOf(['EMPLID', 'prior_sub', 'grade_level', 'credits']);
    expect(problems.map(({ path }) => path)).toEqual([
      'EMPLID',
      'prior_sub',
      'credits',
      'dependency_status',
      'term_label',
    ]);
  });

  test('not where the file has the column it would be meant for', () => {
    for (const [name, ...meant] of NEAR_MISSES) {
      const others = REQUEST_COLUMNS.filter((column) => !meant.includes(column));
      expect(asked([...others, ...meant, name])).toEqual({});
    }
  });
});

/** The ways in which words are put together to a name. */
const WRITTEN: Readonly<Record<string, (words: readonly string[]) => string>> = {
  snake_case: (words) => words.join('_'),
  'Title Case': (words) => words.map(capital).join(' '),
  'CAPITALS-AND-HYPHENS': (words) => words.join('-').toUpperCase(),
  camelCase: (words) => words.map((word, nth) => (nth === 0 ? word : capital(word))).join(''),
  PascalCase: (words) => words.map(capital).join(''),
};

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

describe('the words of our names, by whatever words mean the same', () => {
  const paid = Object.entries(FUND_CODES).flatMap(([loan, codes]) =>
    codes.flatMap((code) =>
      ['disbursement', ...(SYNONYMS['disbursement'] ?? [])].map((word) => ({ loan, words: [code, word] })),
    ),
  );

  test('are asked about, in every way of writing', () => {
    for (const column of REQUEST_COLUMNS) {
      const words = column.split('_');
      const telling = words.filter((word) => !LEFT_OUT.has(word));
      for (const [nth, word] of telling.entries()) {
        for (const synonym of SYNONYMS[word] ?? []) {
          const name = telling.map((each, at) => (at === nth ? synonym : each));
          for (const [way, write] of Object.entries(WRITTEN)) {
            const written = write(name);
            const others = REQUEST_COLUMNS.filter((each) => each !== column);
            expect(asked([...others, written]), `${column} in ${way}`).toEqual({ [written]: [column] });
          }
        }
      }
    }
  });

  test.each(Object.keys(WRITTEN))('of a fund and a payment are asked about in %s', (way) => {
    for (const { loan, words } of paid) {
      const name = WRITTEN[way]?.(words) ?? '';
      expect(asked([...NEEDED, name])).toEqual({ [name]: [`term_prior_disbursement_${loan}`] });
    }
  });
});

describe('a column of something else passes, and is named', () => {
  test.each([...OTHER_COLUMNS, ...REAL_COLUMNS])('%s', (name) => {
    expect(asked([...NEEDED, name])).toEqual({});
    expect(ignoredIn([...NEEDED, name])).toEqual([name === '' ? 'column 4' : name]);
  });
});

describe('an export of 40 columns and more', () => {
  describe.each(EXPORTS)('$system', ({ header, ownNames }) => {
    const cells = header.split(',');
    const others = cells.filter((cell) => !isOurs(cell));

    test('passes once our columns have their names, and the others are named', () => {
      expect(others.length).toBeGreaterThanOrEqual(40);
      expect(ignoredIn(cells)).toEqual(others);
    });

    test('passes in capitals, in another order', () => {
      expect(ignoredIn(cells.map((cell) => cell.toUpperCase()).toReversed())).toHaveLength(others.length);
    });

    const renamed = Object.entries(ownNames).flatMap(([column, names]) =>
      names.map((name) => [name, column] as const),
    );
    test.each(renamed)('is asked about %s for %s, and about nothing else', (name, column) => {
      const found = asked(cells.map((cell) => (cell === column ? name : cell)));
      expect(found).toEqual({ [name]: expect.arrayContaining([columnName(column)]) });
      // Of the columns that pay, those that the file has are not asked about.
      expect(
        found[name]?.filter((each) => cells.map(columnName).includes(each) && each !== columnName(column)),
      ).toEqual([]);
    });
  });
});

describe('a slip of a letter', () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
  const slip = fc.oneof(
    fc.record({ kind: fc.constant('left out' as const), at: fc.nat(40), letter }),
    fc.record({ kind: fc.constant('put in' as const), at: fc.nat(40), letter }),
    fc.record({ kind: fc.constant('another' as const), at: fc.nat(40), letter }),
    fc.record({ kind: fc.constant('two swapped' as const), at: fc.nat(40), letter }),
  );

  test('in any of our names is asked about, with that name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REQUEST_COLUMNS),
        slip,
        (column, { kind, at: anywhere, letter: other }) => {
          const at = anywhere % column.length;
          const [before, after] = [column.slice(0, at), column.slice(at + 1)];
          const slipped = {
            'left out': before + after,
            'put in': before + other + column.slice(at),
            another: before + other + after,
            'two swapped': before + after.slice(0, 1) + column.slice(at, at + 1) + after.slice(1),
          }[kind];
          fc.pre(columnName(slipped) !== column && !isOurs(slipped));
          const others = REQUEST_COLUMNS.filter((each) => each !== column);
          expect(asked([...others, slipped])).toEqual({ [slipped.trim()]: [column] });
        },
      ),
      { numRuns: fuzzRuns(3000) },
    );
  });
});

describe('a right header', () => {
  const optional = REQUEST_COLUMNS.filter((column) => !NEEDED.some((needed) => needed === column));

  test('passes with any of our other columns, among any columns of something else, in any order', () => {
    const columns = fc
      .tuple(fc.subarray(optional), fc.subarray([...OTHER_COLUMNS], { maxLength: 60 }))
      .chain(([ours, others]) =>
        fc.shuffledSubarray([...NEEDED, ...ours, ...others], {
          minLength: NEEDED.length + ours.length + others.length,
        }),
      );
    fc.assert(
      fc.property(columns, (cells) => {
        expect(ignoredIn(cells)).toHaveLength(cells.filter((cell) => !isOurs(cell)).length);
      }),
      { numRuns: 300 },
    );
  });

  test('may write its names in any case, with separators of any kind or none', () => {
    const blank = fc.constantFrom(
      '_',
      '-',
      ' ',
      '  ',
      '\u00a0',
      ' - ',
      '',
      '\u2013',
      '\u203f',
      '\u200b',
      '\u00ad',
    );
    const written = fc.tuple(
      ...REQUEST_COLUMNS.map((column) =>
        fc.tuple(fc.boolean(), blank, fc.constantFrom('', ' ', '\t')).map(([isUpper, between, around]) => {
          const name = column.replaceAll('_', between);
          return around + (isUpper ? name.toUpperCase() : name) + around;
        }),
      ),
    );
    fc.assert(
      fc.property(written, (cells) => {
        expect(readHeader(cells, 1)).toEqual({ columns: REQUEST_COLUMNS, ignored: [], doubtful: [] });
      }),
    );
  });

  test.each([
    ['TERMPRIORDISBURSEMENTSUB', 'term_prior_disbursement_sub'],
    ['StudentID', 'student_id'],
    ['PLUSDenied', 'plus_denied'],
    ['isLegacyBorrower', 'is_legacy_borrower'],
    // Full width, a ligature's letters, zero-width characters and marks of direction.
    ['\uff53\uff54\uff55\uff44\uff45\uff4e\uff54\uff3f\uff49\uff44', 'student_id'],
    ['\ufeffstudent\u200b_id', 'student_id'],
    ['\u202agrade_level\u202c', 'grade_level'],
    ['term\u00adlabel', 'term_label'],
  ])('reads %s as %s', (name, column) => {
    const cells = [...REQUEST_COLUMNS.filter((each) => each !== column), name];
    expect(readHeader(cells, 1).columns.at(-1)).toBe(column);
  });

  test('has no column in two spellings', () => {
    const [problem] = problemsOf([...NEEDED, 'StudentID', 'student_id']);
    expect(problem?.message).toMatch(
      /^Column "student_id" appears twice, as "StudentID" and "student_id"\. /,
    );
  });

  test.each(CREDIT_COLUMNS)('needs no other column of credits than %s', (credits) => {
    expect(ignoredIn(['dependency_status', 'term_label', credits])).toEqual([]);
  });
});
