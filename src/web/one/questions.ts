import { type Case, isAsked, isBeyondBachelor, isBlankAt, pathOf } from './case.js';
import { termName } from './case-terms.js';

/** Something that only the person knows and that decides dollars: nothing is calculated while it is open. */
export interface Question {
  /** The path of the field for the answer. */
  readonly path: string;
  readonly text: string;
}

/** What has to be asked before anything can be calculated, in the order of the form; empty if everything is given. */
export function questionsOf(typed: Case): Question[] {
  return [...studentQuestions(typed), ...typed.terms.flatMap((_, index) => termQuestions(typed, index))];
}

/** Fields of the student without a harmless default, and what to ask. */
const STUDENT_QUESTIONS: Readonly<Record<string, string>> = {
  degree_level: 'Degree level: undergraduate, graduate or professional?',
  grade_level: 'Grade level: which year of study?',
  dependency_status: 'Dependency status: dependent or independent?',
  subsidized_amount: 'Subsidized need: how much? Enter 0 if there is none.',
  is_legacy_borrower: 'Legacy borrower: yes or no?',
  cost_of_attendance: 'Cost of attendance less other aid: how much for the academic year?',
};

function studentQuestions(typed: Case): Question[] {
  // What else matters depends on the level.
  const isLevelKnown = !isBlankAt(typed, { name: 'degree_level', term: null });
  return Object.entries(STUDENT_QUESTIONS)
    .filter(([name]) => isAsked(name, typed) && (isLevelKnown || name === 'degree_level'))
    .filter(([name]) => isBlankAt(typed, { name, term: null }))
    .map(([path, text]) => ({ path, text }));
}

function termQuestions(typed: Case, term: number): Question[] {
  const name = termName(typed, term);
  const questions: Question[] = [];
  const ask = (field: string, text: string) => {
    if (isBlankAt(typed, { name: field, term }))
      questions.push({ path: pathOf({ name: field, term }), text });
  };
  ask('label', `Term ${term + 1}: what is it called?`);
  ask('credits_enrolled', `${name}: how many credits? Enter 0 if the student is not enrolled.`);
  const example = isBeyondBachelor(typed) ? '9' : '12';
  ask('full_time_credits', `${name}: how many credits are full time, such as ${example}?`);
  return questions;
}
