import { counted, numberText } from '../../engine/texts.js';
import { coveringKey, coversMost, keyFor, plainAnswer, splitNames } from '../format/answers.js';
import { columnsOf, isFundShape, meaningOf, ruleOf, valuesOf } from '../format/column-rules.js';
import { CREDIT_FIELDS, CREDITS, type Ours, STUDENT_FIELDS, YEARLY } from '../format/our-fields.js';
import { placesOf } from '../format/places.js';
import { type Path, type Recipe, valueAt } from '../format/recipe.js';
import { type Finding, type Student, termsOfYear } from '../rows/file-student.js';
import { Findings } from '../rows/findings.js';
import { isRead } from '../rows/read-cells.js';
import { needQuestions, periodQuestions, zeroAmountQuestions } from './amount-questions.js';
import { countingQuestions } from './counting-questions.js';
import { paymentQuestions, zeroPaidQuestion } from './payment-questions.js';
import { type RaisedQuestion, type RowQuestion, type Step, whichCounts } from './question.js';
import { termQuestions } from './term-questions.js';
import { yearQuestions } from './year-questions.js';

/**
 * The questions that students may raise by a recipe, and the steps that apply the answers, in groups. A group
 * is asked after the steps of those before: questions about yearly amounts depend on the terms of the year.
 */
export function rowQuestions(recipe: Recipe) {
  const isPlaced = (field: Ours): boolean => columnsOf(recipe.fields[field]).length > 0;
  const ofStudent = STUDENT_FIELDS.filter((field) => field !== 'student_id' && !YEARLY.has(field));
  const ofPayments = isFundShape(recipe.rows) ? CREDIT_FIELDS : [];
  const ofTerms: readonly (RowQuestion | Step)[] = [
    ...ofStudent.filter(isPlaced).map((field) => whichCounts(field, 'term')),
    // Each payment of a term repeats its credits, which may differ.
    ...ofPayments.filter(isPlaced).map((field) => whichCounts(field, 'row of the term in the file')),
    ...yearQuestions(recipe),
    ...paymentQuestions(recipe),
    ...recipe.terms.flatMap((term, termIndex) => [
      ...termQuestions(recipe, term.label, termIndex),
      ...requireFullTime(recipe, termIndex),
    ]),
  ];
  const ofYear = [
    ...(isRead(recipe, 'subsidized_amount') ? needQuestions(recipe) : []),
    ...zeroAmountQuestions(recipe),
  ];
  const ended = recipe.terms.flatMap((_, termIndex) => zeroPaidQuestion(recipe, termIndex));
  const groups = [countingQuestions(recipe), ofTerms, [...ended, ...periodQuestions(recipe)], ofYear];
  return groups.map((inOrder) => ({
    questions: inOrder.flatMap((each) => (typeof each === 'function' ? [] : each)),
    steps: inOrder.flatMap((each) => (typeof each === 'function' ? each : stepBy(recipe, each))),
  }));
}

/** The key of the decision that covers what was found; null if keys have names, and none covers these. */
function decidedKey({ decisions }: Recipe, { path, namesInKey }: RowQuestion, kind = ''): string | null {
  const key = String(path.at(-1));
  return namesInKey === true ? (coveringKey(decisions, key, splitNames(kind)) ?? null) : key;
}

/** The path of a question's decision with this key. */
function pathWith({ path }: RowQuestion, key: string): Path {
  return [...path.slice(0, -1), key];
}

/** The answer at a path without its prefix; `''` while it is open. */
function answerAt(recipe: Recipe, path: Path): string {
  return plainAnswer(String(valueAt(recipe, path) ?? ''));
}

/** What a question finds in a student; null if it cannot be about the student. */
function findingsOf({ find }: RowQuestion, student: Student): readonly Finding[] | null {
  const found = find(student);
  if (typeof found !== 'boolean') return found;
  return found ? [{ row: student.group.rows[0]?.row }] : [];
}

/** The step that applies the answer to a student; none if the answer changes nothing. */
function stepBy(recipe: Recipe, question: RowQuestion): readonly Step[] {
  const { choices, whileOpen = '', onAnswer = {}, namesInKey } = question;
  const stepOf = (kind?: string): Step | undefined => {
    const key = decidedKey(recipe, question, kind);
    const said = key === null ? '' : answerAt(recipe, pathWith(question, key));
    return onAnswer[Object.hasOwn(choices, said) ? said : whileOpen];
  };
  if (namesInKey !== true && stepOf() === undefined) return [];
  return [
    (student) => {
      for (const { row, kind } of findingsOf(question, student) ?? [])
        if (row !== undefined) stepOf(kind)?.(student, row);
    },
  ];
}

/** Fails students whose full-time credits are blank in a term of their year, unless a blank has a meaning. */
function requireFullTime(recipe: Recipe, at: number): readonly Step[] {
  const rule = ruleOf(recipe, 'term_ft_credits', recipe.terms[at]);
  if (columnsOf(rule).length === 0 || typeof meaningOf(valuesOf(rule), '') === 'string') return [];
  return [
    (student) => {
      const term = termsOfYear(student).find(({ termIndex }) => termIndex === at);
      if (term?.cells.term_ft_credits === '') student.failIn(term, 'no full time', 'no full-time credits');
    },
  ];
}

/** The key of all findings that no decision covers yet; it also begins the keys of their kinds. */
const NEW = '\n';
/** At most this many new kinds are asked about apart. */
const MOST_KINDS = 2;

/** Findings by the keys of decisions, and by new kinds or, if these are many, all new ones together. */
function fewKinds(found: ReadonlyMap<string, Findings>): readonly (readonly [string, Findings])[] {
  const kinds = [...found.keys()].filter((key) => key.startsWith(NEW) && key !== NEW);
  const left = kinds.length > MOST_KINDS ? kinds : [NEW];
  return [...found].filter(([key]) => !left.includes(key));
}

/** Collects the questions that students raise by a recipe. */
export function questionCollector(recipe: Recipe, header: readonly string[]) {
  // Provisional answers are bound to credits and statuses, in the order of the recipe, as columns may be moved.
  const binding = placesOf(recipe).filter(
    ({ field }) => field === null || field === 'student_id' || CREDITS.has(field),
  );
  const bound = new Set(binding.flatMap(({ rule }) => columnsOf(rule)));
  const indexes = [...bound].map((name) => header.indexOf(name));
  const groups = rowQuestions(recipe).map(({ questions, steps }) => ({
    raised: questions.map((question) => ({ question, total: 0, found: new Map<string, Findings>() })),
    steps,
  }));

  /** Adds what a student raises, and applies the answers to the student. */
  function add(student: Student): void {
    const { rows } = student.group;
    for (const { raised, steps } of groups) {
      // A student who fails by an earlier answer raises no more questions.
      if (student.failure !== null && student.notes.size === 0) return;
      for (const each of raised) {
        const { question, found } = each;
        const findings = findingsOf(question, student);
        if (findings === null) continue;
        each.total += 1;
        const bound = question.provisional === undefined ? [] : indexes;
        for (const finding of findings) {
          const key = decidedKey(recipe, question, finding.kind);
          for (const own of key === null ? [NEW, `${NEW}=${finding.kind ?? ''}`] : [key]) {
            const ofKey = found.get(own) ?? new Findings();
            found.set(own, ofKey);
            ofKey.addFinding(finding, rows, bound);
          }
        }
      }
      for (const step of steps) step(student);
    }
  }

  /** The questions that were raised, in groups. `students` is how many the table has. */
  function raisedGroups(students: number): readonly (readonly RaisedQuestion[])[] {
    return groups.map(({ raised }) =>
      raised.flatMap(({ question, total, found }) =>
        fewKinds(found).flatMap(
          ([key, ofKey]) => raisedQuestion(question, key, Object.assign(ofKey, { total }), students) ?? [],
        ),
      ),
    );
  }

  /** What was found as a question; null if it needs no answer. */
  function raisedQuestion(question: RowQuestion, key: string, found: Findings, students: number) {
    const { asIsAnswer, threshold, provisional, choices } = question;
    const newKey = keyFor(String(question.path.at(-1)), found.names, found.common);
    const path = pathWith(question, key.startsWith(NEW) ? newKey : key);
    const said = answerAt(recipe, path);
    const counts = question.share ? question.share(found) : { count: found.students, total: found.total };
    const share = counts && { ...counts, threshold, provisional, digest: found.digest };
    const isMost = share !== null && coversMost(share);
    const isAsIs = said === '' || said === asIsAnswer;
    const needsNoAnswer = isAsIs && (share?.total === 0 || (asIsAnswer !== undefined && !isMost));
    if (found.rows === 0 || needsNoAnswer) return null;
    const whom = `${numberText(found.students)} of ${counted(students, 'student')}`;
    return { ...found, path, text: question.text(whom, found, isMost), choices, share };
  }

  return { add, raisedGroups };
}
