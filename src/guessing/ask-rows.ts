import { counted } from '../engine/texts.js';
import { AlikeIds, type AlikeIdsFound, alikePairs } from './alike-ids.js';
import { quoted } from './assumption.js';
import type { Facts } from './facts.js';
import { ask, askOfColumn, askOfLabel, everybody, of, type Raised } from './question.js';
import { decidedStatuses, isDateCode, statusCode } from './row-status.js';
import { creditNames } from './withdrawn-credits.js';

/** Asks which student a row without an id belongs to. */
export function withoutIdQuestion(facts: Facts): readonly Raised[] {
  const { recipe, saysId, withoutId } = facts;
  if (!saysId || withoutId.count === 0) return [];
  const { rows } = recipe.shape;
  const ownStudent = { each_row: 'Each is a separate student' };
  return ask(facts, withoutId, {
    name: 'rows_without_id',
    question: 'Which student do rows without an id belong to?',
    why: `${counted(withoutId.rowCount, 'row has', 'rows have')} no student id, and others do. Reports often print an id once and leave it out on the rows below.`,
    answers: {
      above: 'Each belongs to the student above it',
      ...(rows === 'term' || rows === 'student' ? ownStudent : {}),
      leave_out: 'They are left out, and not calculated',
    },
  });
}

/** Asks whether rows that the sheet hides are read. */
export function hiddenQuestion(facts: Facts): readonly Raised[] {
  const { hidden } = facts.raw;
  const [[, id = ''] = []] = hidden;
  if (hidden.size === 0) return [];
  const who = {
    students: new Set(hidden.values()).size,
    rows: [...hidden.keys()].slice(0, MOST_ROWS),
    first: facts.students.get(id) ?? 0,
  };
  return ask(facts, who, {
    name: 'hidden_rows',
    question: 'Are rows that the sheet hides read?',
    why: `${counted(hidden.size, 'row is', 'rows are')} hidden, perhaps by a filter.`,
    answers: { leave_out: 'No: they are left out', read: 'Yes: they are read like the others' },
  });
}

/** Asks whether a line above some students, such as `Withdrawn`, takes them out. */
export function titledQuestions(facts: Facts): readonly Raised[] {
  return [...facts.titled].flatMap(([title, tally]) =>
    askOfLabel(facts, tally, title, {
      name: 'titled_rows',
      question: `What does the line ${quoted(title)} say of the rows below it?`,
      why: `${counted(tally.students, 'student stands', 'students stand')} below it.`,
      answers: {
        read: 'Nothing that decides a loan: they are read like the others',
        refuse: 'Something that decides: the file is refused until a column says it on each of these rows',
      },
    }),
  );
}

const MOST_ROWS = 5;

/** Asks whether ids that look alike, such as 12 and 0012, are one student. */
export function alikeIdsQuestion(facts: Facts): readonly Raised[] {
  const found = facts.isContract ? null : alikeIdsIn(facts);
  const [example] = found?.examples ?? [];
  if (found === null || example === undefined) return [];
  const first = facts.students.get(example[0]) ?? 0;
  const who = { students: found.students, rows: [], first };
  return ask(facts, who, {
    name: 'alike_ids',
    question: 'Are ids that look alike the same student?',
    why: `${alikePairs(found)} The terms of one student must not be taken for those of two.`,
    answers: {
      same: 'Yes: their rows are one student, under the id that comes first',
      different: 'No: they are different students',
    },
  });
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
  const known = new Set<string>();
  return others.statuses.flatMap((codes) => {
    const { name } = codes.column;
    if (flags.includes(name)) return [];
    const isNew = ([code]: readonly [string, unknown]): boolean => {
      const key = `${name}: ${statusCode(code)}`;
      return !known.has(key) && known.add(key) !== null;
    };
    const decided = decidedStatuses(recipe.decisions, name);
    return codes
      .asked()
      .filter(isNew)
      .flatMap(([code, tally]) =>
        ask(facts, tally, {
          name: `row_status:${name}`,
          of: code,
          at: ['decisions', 'row_status', name, code],
          open: decided?.get(statusCode(code)) == null,
          question: `Do rows with ${cellWords(code)} in the column "${name}" count?`,
          why: `${of(facts, tally, 'has', 'have')} credits on rows with ${cellWords(code)} in "${name}".`,
          answers: {
            not_enrolled: 'No: withdrawn, dropped or the like. Their credits are 0',
            counts: 'Yes: their credits count',
          },
        }),
      );
  });
}

/** Asks whether credits that a student withdrew from or audits are still among those of the row. */
export function withdrawnQuestions(facts: Facts): readonly Raised[] {
  const { recipe, others } = facts;
  return others.withdrawn.flatMap(({ column: { name, term }, tally, mayCount }) => {
    if (!mayCount) return [];
    const credits = creditNames(recipe, term).map(quoted).join(' and ');
    const are = credits.includes(' and ') ? 'are' : 'is';
    return askOfColumn(facts, tally, name, {
      name: 'withdrawn_credits',
      question: `Are "${name}" still included in ${credits}?`,
      why: `${of(facts, tally, 'has', 'have')} both. Credits that do not count for aid raise the share of full time.`,
      answers: {
        subtract: `Yes: they are subtracted from ${credits}`,
        none: `No: ${credits} ${are} already without them`,
      },
    });
  });
}

/** Asks which aid year to calculate, if students have the same term in several; lists which kind of rows was chosen. */
export function aidYearQuestions(facts: Facts): readonly Raised[] {
  return facts.raw.years.flatMap(({ name, isAsked, said, years: found }) => {
    if (!isAsked) return [];
    const path = ['decisions', 'aid_year', name];
    const years = [...found].sort();
    return ask(facts, everybody(facts), {
      name: 'aid_year',
      of: name,
      open: said === null,
      question: `Which "${name}" do you want to calculate?`,
      why: `The file has ${years.map(quoted).join(' and ')}, and students with rows of more than one of them.`,
      choices: [
        ...years.map((year) => ({
          path,
          value: year,
          label: `Only the rows of ${year}; the others are left out`,
        })),
        { path, value: '', label: 'All rows: the column is about something else' },
      ],
    });
  });
}

/** A code as shown in a question. */
export function cellWords(code: string): string {
  if (code === '') return 'a blank cell';
  return isDateCode(code) ? code : quoted(code);
}
