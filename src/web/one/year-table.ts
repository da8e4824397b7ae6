import type { UnreducedLimit } from '../../engine/annual-limit.js';
import { workOut } from '../../engine/calculate.js';
import {
  combinedEligibility,
  gradPlusEligibility,
  reducedAnnualPercent,
  subsidizedEligibility,
  unsubsidizedEligibility,
} from '../../engine/eligibility.js';
import { ceiling, compare, type Exact, exact, percentOf, toText } from '../../engine/exact.js';
import { type AnnualLimit, GRADE_LEVELS, type GradeLevel, limitsFor } from '../../engine/limits.js';
import type { DisbursementOption, Student } from '../../engine/student.js';

/** The year's limit at some number of credits: whole dollars of each loan type. */
export interface YearRow extends DisbursementOption {
  /** Exact text. */
  readonly credits: string;
  /** Whole percent of a full-time year. */
  readonly percent: number;
}

/** What the student may borrow in the year at each number of credits, and where this student is. */
export interface YearTable {
  /** Full-time credits of the year. */
  readonly fullTime: string;
  /** The student's own credits for the year, and the limit at them. */
  readonly now: YearRow;
  readonly rows: readonly YearRow[];
}

/** No one reads a longer table: with more full-time credits than this it takes larger steps. */
const MOST_ROWS = 100;

/** This student's limit at every whole number of credits of the year, up to full time. */
export function yearTable(student: Student, awardYear: string): YearTable {
  const { eligibility, unreduced } = workOut(student, awardYear);
  const { annualFtCredits, credits } = eligibility;
  const rowAt = (each: Exact) => yearRow(unreduced, each, annualFtCredits);
  return {
    fullTime: toText(annualFtCredits),
    now: rowAt(credits),
    rows: creditsUpTo(annualFtCredits).map(rowAt),
  };
}

function yearRow({ total, base }: UnreducedLimit, credits: Exact, fullTime: Exact): YearRow {
  const percent = reducedAnnualPercent(credits, fullTime);
  const combined = combinedEligibility(total, percent);
  const subsidized = subsidizedEligibility(base.sub, percent, combined);
  return {
    credits: toText(credits),
    percent,
    subsidized,
    unsubsidized: unsubsidizedEligibility(combined, subsidized),
    grad_plus: gradPlusEligibility(base.grad_plus, percent),
  };
}

/** 1, 2, 3 and so on; the last is full time, whole or not. */
function creditsUpTo(fullTime: Exact): Exact[] {
  const step = Math.ceil(ceiling(fullTime) / MOST_ROWS);
  const found: Exact[] = [];
  for (let credits = step; compare(exact(credits), fullTime) < 0; credits += step) found.push(exact(credits));
  return [...found, fullTime];
}

/** A column of the table to publish: whole dollars at each percent. */
export interface SchoolColumn {
  /** The heading that it shares with its neighbors. */
  readonly group: string;
  readonly name: string;
  readonly amountAt: (percent: number) => number;
}

const GRADE_NAMES: Readonly<Record<GradeLevel, string>> = {
  first_year: 'First year',
  second_year: 'Second year',
  third_year_and_beyond: 'Third year on',
};
const GRADES = GRADE_LEVELS.map((grade) => [grade, GRADE_NAMES[grade]] as const);

function total(group: string, name: string, limit: AnnualLimit): SchoolColumn {
  return { group, name, amountAt: (percent) => combinedEligibility(exact(limit.total), percent) };
}

function columnsOf(awardYear: string): readonly SchoolColumn[] {
  const { dependentUndergraduate, independentUndergraduate, graduate, professional } = limitsFor(awardYear);
  return [
    ...GRADES.map(([grade, name]): SchoolColumn => {
      const most = exact(dependentUndergraduate[grade].subsidizedMaximum);
      return { group: 'Subsidized at most', name, amountAt: (percent) => percentOf(most, percent) };
    }),
    ...GRADES.map(([grade, name]) => total('Dependent, in total', name, dependentUndergraduate[grade])),
    ...GRADES.map(([grade, name]) => total('Independent, in total', name, independentUndergraduate[grade])),
    total('Graduate and professional', 'Graduate', graduate),
    total('Graduate and professional', 'Professional', professional),
  ];
}

/** A school's table to publish: one row for each number of credits, one column of amounts for each kind of student. */
export interface SchoolTable {
  readonly columns: readonly SchoolColumn[];
  readonly rows: readonly SchoolRow[];
}

export interface SchoolRow {
  readonly credits: string;
  readonly percent: number;
  /** Whole dollars. */
  readonly amounts: readonly number[];
}

/** The limits of every kind of student at a school's full-time credits for the year, which must be above 0. */
export function schoolTable(fullTime: Exact, awardYear: string): SchoolTable {
  const columns = columnsOf(awardYear);
  return {
    columns,
    rows: creditsUpTo(fullTime).map((credits) => {
      const percent = reducedAnnualPercent(credits, fullTime);
      return {
        credits: toText(credits),
        percent,
        amounts: columns.map(({ amountAt }) => amountAt(percent)),
      };
    }),
  };
}
