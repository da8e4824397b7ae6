import { isJsonObject, type JsonObject } from '../contract/json-student.js';
import { readFigure } from '../contract/read-figure.js';
import { requestTrace } from '../contract/request-trace.js';
import { calculate } from '../engine/calculate.js';
import { checkFigure, PUBLISHED_FIGURES } from '../engine/published-figure.js';
import type { CalculationResult, Student } from '../engine/student.js';
import type { Trace } from '../engine/trace/trace-format.js';
import { differences, partingSteps, withoutTexts } from './plan-differences.js';
import {
  problemOf,
  type Reading,
  readAwardYear,
  readStudentOfTool,
  type StudentReading,
} from './read-request.js';
import { type ToolAnswer, unknownMembers } from './tool-answer.js';

/** `calculate_student`: the answer of the API with what was assumed, or the questions to ask first. */
export function calculateStudent({ explain, award_year: given, ...request }: JsonObject): ToolAnswer {
  const year = readAwardYear(given);
  const reading = readStudentOfTool(request, year.year, 'payments');
  const isFlag = explain === undefined || typeof explain === 'boolean';
  const flag: Reading = {
    questions: [],
    errors: isFlag ? {} : { explain: 'Expected true or false.' },
  };
  const problem = problemOf(year, reading, flag);
  if (problem !== null) return problem;
  const { result, trace } = calculated(reading, year.year);
  const { assumed, not_considered } = trace;
  return {
    isError: false,
    text: [
      `Award year ${year.year}.`,
      yearText(result),
      ...termTexts(result),
      ...warnings(result),
      CHECK,
    ].join(' '),
    structured: {
      status: 'calculated',
      award_year: year.year,
      result,
      assumed,
      not_considered,
      ...(explain === true ? { trace } : {}),
    },
  };
}

/** `compare_plans`: two students, what differs in the answer, and the steps at which they part. */
export function comparePlans({ first, second, award_year: given, ...others }: JsonObject): ToolAnswer {
  const year = readAwardYear(given);
  const plans = [planOf(first, year.year, 'first'), planOf(second, year.year, 'second')] as const;
  const call: Reading = {
    questions: [],
    errors: unknownMembers(others, ['first', 'second', 'award_year']),
  };
  const problem = problemOf(year, ...plans, call);
  if (problem !== null) return problem;
  const [one, other] = [calculated(plans[0], year.year), calculated(plans[1], year.year)];
  const inputs = differences(plans[0].request, plans[1].request);
  const figures = differences(withoutTexts(one.result), withoutTexts(other.result));
  const texts =
    figures.length === 0
      ? ['Both plans give the same amounts.']
      : [
          `Inputs that differ: ${inputs.length}. Figures that differ: ${figures.length}.`,
          `First plan: ${yearText(one.result)}`,
          `Second plan: ${yearText(other.result)}`,
        ];
  return {
    isError: false,
    text: [`Award year ${year.year}.`, ...texts, CHECK].join(' '),
    structured: {
      status: 'compared',
      award_year: year.year,
      inputs,
      figures,
      steps: partingSteps(one.trace, other.trace),
    },
  };
}

function planOf(plan: unknown, awardYear: string, name: string): StudentReading {
  if (isJsonObject(plan)) return readStudentOfTool(plan, awardYear, 'payments', `${name}.`);
  const errors = {
    [name]: 'Expected an object with the fields of a student, as calculate_student takes them.',
  };
  return { questions: [], errors, request: {}, student: null };
}

/** `check_figure`: whether a figure that somebody has published is right, and which known mistake gives it if not. */
export function checkPublished({ figure, value, award_year: given, ...request }: JsonObject): ToolAnswer {
  const year = readAwardYear(given);
  const published = readFigure(figure, value);
  const missing = [
    ...(figure === undefined
      ? [{ field: 'figure', question: `Which figure was published: ${PUBLISHED_FIGURES.join(', ')}?` }]
      : []),
    ...(value === undefined
      ? [{ field: 'value', question: 'What does it say, in dollars or percent?' }]
      : []),
  ];
  const asked = new Set(missing.map(({ field }) => field));
  const wrong = Object.entries(published.ok ? {} : published.errors).filter(([field]) => !asked.has(field));
  const ofFigure: Reading = { questions: missing, errors: Object.fromEntries(wrong) };
  const reading = readStudentOfTool(request, year.year, 'year');
  const problem = problemOf(year, ofFigure, reading);
  if (problem !== null) return problem;
  if (!published.ok || reading.student === null) throw new TypeError('A figure without a problem is none.');
  const { right, isRight, mistakes } = checkFigure(reading.student, published.published, year.year);
  const unit = figure === 'percent' ? `${right} percent` : inDollars(right);
  const why =
    mistakes.length === 0
      ? 'No mistake that is known gives it.'
      : `What gives it: ${mistakes.map(({ what }) => what).join(' Or: ')}`;
  return {
    isError: false,
    text: isRight ? `The figure is right: ${unit}.` : `The figure is wrong. Right is ${unit}. ${why}`,
    structured: { status: 'checked', award_year: year.year, figure, right, is_right: isRight, mistakes },
  };
}

function calculated(
  { request, student }: StudentReading,
  awardYear: string,
): { readonly result: CalculationResult; readonly trace: Trace } {
  const read: Student | null = student;
  if (read === null) throw new TypeError('A student without a problem is none.');
  return { result: calculate(read, awardYear), trace: requestTrace(request, read, awardYear) };
}

const CHECK =
  'Aggregate and lifetime limits, other aid and professional judgment are not considered: check them before awarding.';

function yearText(result: CalculationResult): string {
  const {
    reduced_annual_pct: percent,
    annual_basic_eligibility_sub: sub,
    annual_basic_eligibility_unsub: unsub,
    annual_basic_eligibility_grad_plus: gradPlus,
  } = result;
  return `${percent} percent of the annual limit: ${loansText(sub, unsub, gradPlus)} for the year.`;
}

function termTexts({ terms }: CalculationResult): readonly string[] {
  return terms.map(({ label, equal }) => {
    const { subsidized, unsubsidized, grad_plus: gradPlus } = equal;
    return `${label}, in equal parts: ${loansText(subsidized, unsubsidized, gradPlus)}, what was paid included.`;
  });
}

function loansText(sub: number, unsub: number, gradPlus: number): string {
  const graduate = gradPlus === 0 ? '' : `, ${inDollars(gradPlus)} Grad PLUS`;
  return `${inDollars(sub)} subsidized, ${inDollars(unsub)} unsubsidized${graduate}`;
}

function inDollars(dollars: number): string {
  return `$${dollars.toLocaleString('en-US')}`;
}

function warnings({ warnings: sentences, terms }: CalculationResult): readonly string[] {
  const all = [...sentences, ...terms.map(({ warning }) => warning).filter((warning) => warning !== '')];
  return all.length === 0 ? [] : [`Warnings: ${all.join(' ')}`];
}
