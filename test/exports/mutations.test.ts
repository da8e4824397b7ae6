import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/contract/errors.js';
import { applyRecipe, joined } from '../../src/guessing/apply.js';
import { openDecisions } from '../../src/guessing/examine.js';
import { proposeRecipe } from '../../src/guessing/propose.js';
import { openSource } from '../../src/guessing/source.js';
import { TableError } from '../../src/table/table-error.js';
import { fuzzRuns } from '../support/runs.js';
import { answerLines } from './answer-lines.js';
import { BANNER_TABLE } from './families/banner.js';
import { COLLEAGUE_TABLE } from './families/colleague.js';
import { OWN_TABLE } from './families/others.js';
import { PEOPLESOFT_TABLE } from './families/peoplesoft.js';
import { harmful, harmless, type Mutation } from './mutations.js';
import { decided } from './officer.js';
import { FAILS, type Line, type Person, rightDollars } from './people.js';
import type { CleanTable } from './raw-export.js';
import { textFile } from './write-table.js';

const TABLES = [BANNER_TABLE, PEOPLESOFT_TABLE, COLLEAGUE_TABLE, OWN_TABLE];
/** The same tables at every run of the suite; more runs by FUZZ_RUNS reach others. */
const RUNS = { numRuns: fuzzRuns(50), seed: 2026 };

/** What comes of a table of which nothing should be asked: the dollars, or why there are none. */
async function outcomeOf({ rows, answers = {} }: CleanTable, changes: readonly Mutation[]) {
  const changed = changes.reduce((table, { change }) => change(table), rows);
  try {
    const source = await openSource(textFile(changed));
    const { recipe, decisions } = proposeRecipe(source);
    const open = openDecisions(decisions).map(({ name }) => name);
    if (open.some((name) => !(name in answers))) return { open };
    const settled = open.length > 0 ? decided(recipe, { decisions: answers }) : recipe;
    return { dollars: answerLines(joined(applyRecipe(source, settled).pieces)) };
  } catch (error) {
    if (error instanceof TableError || error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}

describe.each(TABLES)('a table of $name', (table) => {
  const { people, labels } = table;
  const right = rightDollars(people, labels);

  test('has the right dollars, and nothing is asked, however it is arranged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(harmless, { maxLength: 3 }), async (changes) => {
        expect(await outcomeOf(table, changes)).toEqual({ dollars: right });
      }),
      RUNS,
    );
  });

  test('never has other dollars when something is taken away or said twice', async () => {
    await fc.assert(
      fc.asyncProperty(harmful, fc.array(harmless, { maxLength: 1 }), async (change, others) => {
        const { dollars = {} } = await outcomeOf(table, [change, ...others]);
        const wrong = Object.entries(dollars).filter(
          ([id, line]) =>
            line !== FAILS && line !== right[id] && !hasNoId(id, line) && !mayBe(line, id, change.name),
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  /** A row without an id is whoever it is about; in a row per student it has all that the student has. */
  function hasNoId(id: string, line: Line): boolean {
    return table === COLLEAGUE_TABLE && /^row:/.test(id) && Object.values(right).includes(line);
  }

  /**
   * What the file itself says after a change of one cell, or of a name that nobody can read: nothing is needed, paid or denied there. Names
   * that are not read are shown to whoever calculates.
   */
  function mayBe(line: Line, id: string, change: Mutation['name']): boolean {
    const without = (loan: 'sub' | 'unsub') => (person: Person) => ({
      ...person,
      terms: person.terms.map(({ [loan]: _, ...term }) => term),
    });
    const atFullTime = (season: string) => (person: Person) => ({
      ...person,
      terms: person.terms.map((term) => (term.season === season ? { ...term, credits: person.full } : term)),
    });
    const variants: Readonly<Record<string, readonly ((person: Person) => Person)[]>> = {
      'a cell blanked': [
        (person) => ({ ...person, denied: false }),
        (person) => ({ ...person, need: 0 }),
        without('sub'),
        without('unsub'),
        // By our own names blank credits are full time.
        ...(table === OWN_TABLE ? ['F', 'S'].map(atFullTime) : []),
      ],
      'a column renamed': [
        (person) => ({ ...person, denied: false }),
        without('sub'),
        without('unsub'),
        // By our own names a file without the column says that nobody has any.
        ...(table === OWN_TABLE ? [(person: Person) => ({ ...person, need: 0 })] : []),
      ],
    };
    return (variants[change] ?? []).some((vary) => rightDollars(people.map(vary), labels)[id] === line);
  }
});
