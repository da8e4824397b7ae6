import { counted } from '../engine/texts.js';
import { AlikeIds, type AlikeIdsFound, alikePairs } from './alike-ids.js';
import type { Facts } from './facts.js';
import { decision, everybody, of, type Question, type Raised, raised } from './question.js';
import { decidedStatuses, isDateCode, statusCode } from './row-status.js';
import { creditNames, withdrawnMeaning } from './withdrawn-credits.js';

/** Asks which student a row without an id belongs to. */
export function withoutIdQuestion(facts: Facts): readonly Raised[] {
  const { recipe, saysId, withoutId } = facts;
  if (!saysId || withoutId.count === 0) return [];
  const { rows } = recipe.shape;
  const ownStudent = decision('rows_without_id', 'each_row', 'Each is a separate student');
  const question: Question = {
    name: 'rows_without_id',
    open: recipe.decisions.rows_without_id == null,
    question: 'Which student do rows without an id belong to?',
    why: `${counted(withoutId.count, 'row has', 'rows have')} no student id, and others do. Reports often print an id once and leave it out on the rows below.`,
    choices: [
      decision('rows_without_id', 'above', 'Each belongs to the student above it'),
      ...(rows === 'term' || rows === 'student' ? [ownStudent] : []),
      decision('rows_without_id', 'leave_out', 'They are left out, and not calculated'),
    ],
  };
  return [raised(facts, question, withoutId)];
}

/** Asks whether rows that the sheet hides are read. */
export function hiddenQuestion(facts: Facts): readonly Raised[] {
  const { recipe, raw, students } = facts;
  const [[, id = ''] = []] = raw.hidden;
  if (raw.hidden.size === 0) return [];
  const question: Question = {
    name: 'hidden_rows',
    open: recipe.decisions.hidden_rows == null,
    question: 'Are rows that the sheet hides read?',
    why: `${counted(raw.hidden.size, 'row is', 'rows are')} hidden, by a filter perhaps. Somebody may have taken them out.`,
    choices: [
      decision('hidden_rows', 'leave_out', 'No: they are left out'),
      decision('hidden_rows', 'read', 'Yes: they are read like the others'),
    ],
  };
  const concerned = { students: new Set(raw.hidden.values()).size, first: students.get(id) ?? 0 };
  return [raised(facts, question, { ...concerned, rows: [...raw.hidden.keys()].slice(0, MOST_ROWS) })];
}

/** Asks whether ids that look alike, such as 12 and 0012, are one student. */
export function alikeIdsQuestion(facts: Facts): readonly Raised[] {
  const { recipe, isContract, students } = facts;
  const found = isContract ? null : alikeIdsIn(facts);
  const [example] = found?.examples ?? [];
  if (found === null || example === undefined) return [];
  const question: Question = {
    name: 'alike_ids',
    open: recipe.decisions.alike_ids == null,
    question: 'Are ids that look alike the same student?',
    why: `${alikePairs(found)} The terms of one student must not be taken for those of two.`,
    choices: [
      decision('alike_ids', 'same', 'Yes: their rows are one student, under the id that comes first'),
      decision('alike_ids', 'different', 'No: they are different students'),
    ],
  };
  const first = students.get(example[0]) ?? 0;
  return [raised(facts, question, { students: found.students, rows: [], first })];
}

/** Ids that look alike, including those that were already decided to be the same. */
export function alikeIdsIn({ students, raw: { joinedIds } }: Facts): AlikeIdsFound {
  const ids = new AlikeIds();
  for (const id of students.keys()) ids.add(id);
  for (const id of joinedIds.keys()) ids.add(id);
  return ids.found();
}

/** Asks what codes such as W mean in a column that is not otherwise read. */
export function statusQuestions(facts: Facts): readonly Raised[] {
  const { raw, others, recipe } = facts;
  // What may be a flag of a student is asked first.
  const flags = (['plus_denied', 'is_legacy_borrower'] as const)
    .filter((ours) => !raw.filled.has(ours) && recipe.decisions.columns?.[ours] !== 'none')
    .flatMap((ours) => others.rulesFor(ours).map(({ column }) => column));
  return others.statuses.flatMap((codes) => {
    const { name } = codes.column;
    if (flags.includes(name)) return [];
    const decided = decidedStatuses(facts.recipe.decisions, name);
    return codes.asked().map(([code, tally]) => {
      const path = ['decisions', 'row_status', name, code];
      const question: Question = {
        name: `row_status:${name}`,
        of: code,
        open: decided?.get(statusCode(code)) == null,
        question: `Do rows with ${cellWords(code)} in the column "${name}" count?`,
        why: `${of(facts, tally, 'has', 'have')} ${counted(tally.count, 'row')} with credits and ${cellWords(code)} in "${name}".`,
        choices: [
          { path, value: 'not_enrolled', label: 'No: withdrawn, dropped or the like. Their credits are 0' },
          { path, value: 'counts', label: 'Yes: their credits count' },
        ],
      };
      return raised(facts, question, tally);
    });
  });
}

/** Asks whether credits that a student withdrew from or audits are still among those of the row. */
export function withdrawnQuestions(facts: Facts): readonly Raised[] {
  return facts.others.withdrawn.flatMap(({ column: { name, term }, tally }) => {
    if (tally.students === 0) return [];
    const path = ['decisions', 'withdrawn_credits', name];
    const credits = creditNames(facts.recipe, term)
      .map((each) => `"${each}"`)
      .join(' and ');
    const question: Question = {
      name: 'withdrawn_credits',
      of: name,
      open: withdrawnMeaning(facts.recipe.decisions, name) === null,
      question: `Are "${name}" still included in ${credits}?`,
      why: `${of(facts, tally, 'has', 'have')} both on ${counted(tally.count, 'row')}. Credits that do not count for aid raise the share of full time.`,
      choices: [
        { path, value: 'subtract', label: `Yes: they are subtracted from ${credits}` },
        {
          path,
          value: 'none',
          label: `No: ${credits} ${credits.includes(' and ') ? 'are' : 'is'} already without them`,
        },
      ],
    };
    return [raised(facts, question, tally)];
  });
}

/** Asks which aid year to calculate, if students have the same term in several; lists which kind of rows was chosen. */
export function aidYearQuestions(facts: Facts): readonly Raised[] {
  return facts.raw.years.flatMap((column) => {
    if (!column.isAsked) return [];
    const path = ['decisions', 'aid_year', column.name];
    const years = [...column.years].sort();
    const question: Question = {
      name: 'aid_year',
      of: column.name,
      open: column.said === null,
      question: `Which "${column.name}" do you want to calculate?`,
      why: `The file has ${years.map((year) => `"${year}"`).join(' and ')}, and students with the same term in more than one of them.`,
      choices: [
        ...years.map((year) => ({
          path,
          value: year,
          label: `Only the rows of ${year}; the others are left out`,
        })),
        { path, value: '', label: 'All rows: the column is about something else' },
      ],
    };
    return [raised(facts, question, everybody(facts))];
  });
}

/** How many hidden rows are named. */
const MOST_ROWS = 5;

/** A code as shown in a question. */
export function cellWords(code: string): string {
  if (code === '') return 'a blank cell';
  return isDateCode(code) ? code : `"${code}"`;
}
