import * as z from 'zod';
import { ApiError } from '../contract/errors.js';
import { MAX_TEXT_LENGTH } from '../contract/field-kinds.js';
import { isOurHeader } from '../contract/header.js';
import type { JsonObject } from '../contract/json-student.js';
import { bytesOf, textOf } from '../csv/text.js';
import { applyRecipe, joined } from '../guessing/apply.js';
import type { Decision } from '../guessing/decisions.js';
import { laterText, openDecisions } from '../guessing/examine.js';
import { assumptions } from '../guessing/file-assumptions.js';
import { propose } from '../guessing/propose.js';
import { ownRecipe, type Recipe, readRecipe } from '../guessing/recipe.js';
import { markOpen, recipeLine } from '../guessing/settle.js';
import { openSource } from '../guessing/source.js';
import { calculateCsv } from '../library/csv.js';
import { allAtOnce } from '../table/steps.js';
import { TableError } from '../table/table-error.js';
import { isPersonalName } from './personal-data.js';
import { problemOf, readAwardYear } from './read-request.js';
import { refusal, refusedFields, type ToolAnswer, unknownMembers } from './tool-answer.js';

const MOST_COLUMNS = 100;
/** Enough to show every kind of row; a whole file is for `POST /v1/calculate/bulk`, the command line or the page. */
export const MOST_ROWS = 50;

const cellSchema = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((cell) => (cell === null ? '' : String(cell)))
  .refine((cell) => cell.length <= MAX_TEXT_LENGTH, `Expected at most ${MAX_TEXT_LENGTH} characters.`);

const tableSchema = z
  .object({
    header: z
      .array(cellSchema, { error: 'Expected an array with the names of the columns.' })
      .min(1)
      .max(MOST_COLUMNS),
    rows: z
      .array(z.array(cellSchema), { error: 'Expected an array of rows, each an array of cells.' })
      .min(1, 'Expected a few rows, every kind of student among them.')
      .max(MOST_ROWS, `Expected at most ${MOST_ROWS} rows: a few are enough, one of every kind.`),
  })
  .superRefine(({ header, rows }, context) => {
    for (const [index, { length }] of rows.entries()) {
      if (length === header.length) continue;
      const message = `Expected ${header.length} cells, as the header has. Given: ${length}.`;
      context.addIssue({ code: 'custom', path: ['rows', index], message });
    }
  });
type SampleTable = z.infer<typeof tableSchema>;

/**
 * `check_file`: what would be refused of a file, and what a person has to decide before it is calculated, by its header and a few rows
 * that say nothing of who a student is.
 */
export async function checkFile({
  header,
  rows,
  recipe: given,
  award_year,
  ...others
}: JsonObject): Promise<ToolAnswer> {
  const parsed = tableSchema.safeParse({ header, rows });
  const unknown = unknownMembers(others, ['header', 'rows', 'recipe', 'award_year']);
  if (!parsed.success || Object.keys(unknown).length > 0) {
    const issues = parsed.success ? [] : parsed.error.issues;
    return refusedFields({
      ...unknown,
      ...Object.fromEntries(issues.slice(0, MOST_SAID).map(({ path, message }) => [path.join('.'), message])),
    });
  }
  const personal = personalColumns(parsed.data);
  if (personal !== null) return personal;
  const year = readAwardYear(award_year);
  const problem = problemOf(year);
  if (problem !== null) return problem;
  try {
    return await checked(parsed.data, given === undefined ? null : readRecipe(given), year.year);
  } catch (error) {
    if (error instanceof TableError || error instanceof ApiError) return refusal(error.message);
    throw error;
  }
}

const MOST_SAID = 20;

/** Stands for a student: `A`, `B`, `AB`. */
const STAND_IN = /^[A-Z]{0,2}$/;

/** A refusal of columns that say who a student is, but for what stands for one; null where none does. */
function personalColumns({ header, rows }: SampleTable): ToolAnswer | null {
  const errors: Record<string, string> = {};
  for (const [place, name] of header.entries()) {
    const cells = rows.map((row) => row[place] ?? '');
    if (isPersonalName(name) && !cells.every((cell) => STAND_IN.test(cell.trim()))) {
      errors[`header.${place}`] =
        `"${name}" may say who a student is. Leave its cells blank, or write A, B, C.`;
    }
  }
  const names = Object.keys(errors);
  if (names.length === 0) return null;
  const text = `No tool takes a name, a student number or a social security number. ${Object.values(errors).join(' ')}`;
  return refusal(text, errors);
}

async function checked(table: SampleTable, given: Recipe | null, awardYear: string): Promise<ToolAnswer> {
  const lines = [table.header, ...table.rows].map((cells) => cells.map(quoted).join(','));
  const bytes = bytesOf(`${lines.join('\n')}\n`);
  const source = await openSource(bytes, { encoding: 'utf-8', delimiter: ',', header_row: 1 });
  const own = given === null && isOurHeader(table.header) ? ownRecipe(source.header) : undefined;
  const { proposal, examination } = allAtOnce(propose(source, awardYear, given ?? own));
  const { recipe, decisions } = proposal;
  const open = openDecisions(decisions);
  if (open.length > 0) return openAnswer(recipe, open);
  const csv = joined(applyRecipe(source, recipe, undefined, examination).pieces);
  const answer = calculateCsv(csv, { format: 'ndjson', awardYear });
  const failures = failuresIn(textOf(answer.bytes));
  const assumed = assumptions(examination.facts).map(({ text }) => text);
  const text = [
    `${answer.students} students, ${answer.failedStudents} of them would fail.`,
    ...failures.slice(0, MOST_SAID).map(({ student, message }) => `${student}: ${message}`),
    ...assumed,
    'Other rows of the file may raise more.',
  ].join('\n');
  const { students, failedStudents, ignoredColumns } = answer;
  return {
    isError: false,
    text,
    structured: {
      status: 'checked',
      award_year: awardYear,
      students,
      failed_students: failedStudents,
      failures,
      assumed,
      ignored_columns: ignoredColumns,
      recipe,
    },
  };
}

function openAnswer(recipe: Recipe, open: readonly Decision[]): ToolAnswer {
  const questions = open.map(({ name, of, question, why, choices }) => ({
    field: of === null ? name : `${name} (${of})`,
    question: `${question} ${why}`,
    choices: choices.map((choice) => ({
      label: choice.label,
      effect: choice.effect,
      in_recipe: recipeLine(choice),
    })),
  }));
  const columns = Object.entries(recipe.columns).flatMap(([ours, rule]) =>
    rule !== undefined && 'column' in rule ? [`${ours} is "${rule.column}"`] : [],
  );
  const text = [
    columns.length === 0 ? 'No column was recognized.' : `Understood: ${columns.join(', ')}.`,
    'These decide dollars. Ask the person; do not guess. Then call check_file again with the recipe completed.',
    ...questions.map(({ field, question, choices }) => {
      const said = choices.map(({ label, in_recipe }) => `${label} [${in_recipe}]`).join('; ');
      return `- ${question} ${said} (${field})`;
    }),
    ...laterText(open),
  ].join('\n');
  return {
    isError: false,
    text,
    structured: { status: 'questions', questions, recipe: markOpen(recipe, open) },
  };
}

const lineSchema = z.object({
  student_id: z.string(),
  error: z.object({ message: z.string() }).nullable(),
});

function failuresIn(ndjson: string): readonly { readonly student: string; readonly message: string }[] {
  return ndjson.split('\n').flatMap((line) => {
    if (line === '') return [];
    const { student_id: student, error } = lineSchema.parse(JSON.parse(line));
    return error === null ? [] : [{ student, message: error.message }];
  });
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
