import { readFigure } from '../contract/read-figure.js';
import { checkFigure, type FigureCheck, type PublishedFigure } from '../engine/published-figure.js';
import type { Run } from './command.js';
import { CommandError, EXIT } from './command-error.js';
import { visible, writeOut } from './streams.js';
import { openStudent, type StudentOptions } from './student-of-file.js';

interface CheckFigureOptions extends StudentOptions {
  readonly figure: string;
  readonly value: string;
}

/** `prorata check-figure`: whether a figure published for a student is right, and if not, which mistake gives it. */
export const checkFigureCommand: Run<CheckFigureOptions> = async ([path = '-'], options, env, signal) => {
  const { figure, value, json, awardYear } = options;
  const reading = readFigure(figure, value);
  if (!reading.ok) {
    const sentences = Object.entries(reading.errors).map(([name, message]) => `--${name}: ${message}`);
    throw new CommandError(EXIT.refused, sentences.join('\n'));
  }
  const { student, title } = await openStudent(path, options, env, signal);
  const check = checkFigure(student, reading.published, awardYear);
  const text = checkText(`${title}, ${figure} ${value}`, reading.published.figure, check);
  await writeOut(json ? `${JSON.stringify({ figure, value, ...check })}\n` : visible(text));
  return check.isRight ? EXIT.done : EXIT.someFailed;
};

function checkText(
  title: string,
  figure: PublishedFigure,
  { right, isRight, mistakes }: FigureCheck,
): string {
  if (isRight) return `${title}: right.\n`;
  const rightText = figure === 'percent' ? `${right} percent` : `$${right.toLocaleString('en-US')}`;
  const lines = mistakes.flatMap(({ what, section, sources }) => [
    `    ${what}`,
    `    rule ${section}: ${sources.map(({ cite }) => cite).join('; ')}`,
  ]);
  const why = lines.length === 0 ? ['    No known mistake gives it.'] : lines;
  return [`${title}: wrong. Right is ${rightText}.`, ...why, ''].join('\n');
}
