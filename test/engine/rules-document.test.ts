import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AWARD_YEARS } from '../../src/engine/award-years.js';
import { RULES_VERSION } from '../../src/engine/calculate.js';
import { type AnnualLimit, limitsFor } from '../../src/engine/limits.js';
import { INSTALLMENTS, INTENSITY, REDUCTION, YEAR_SHARE } from '../../src/engine/rules/rounding.js';
import { NOT_READ, POLICY_READ_ON } from '../../src/engine/rules/sources.js';

const document = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
const anchors = [...document.matchAll(/<a id="([\d.]+)">/g)].map(([, id]) => id);

const engine = new URL('../../src/engine/', import.meta.url);

/** Section numbers in the comments of a source file: "Section 2.1", "Sections 6.3 and 6.4". */
function sectionsNamed(source: string): string[] {
  const mentions = source.matchAll(/[Ss]ections? (\d+(?:\.\d+)?)(?:(?:,| and) (\d+(?:\.\d+)?))*/g);
  return [...mentions].flatMap(([mention]) => mention.match(/\d+(?:\.\d+)?/g) ?? []);
}

it('the rules document has one anchor for each section, in order', () => {
  const inOrder = [...anchors].sort((a = '', b = '') => a.localeCompare(b, 'en', { numeric: true }));
  expect(anchors).toEqual([...new Set(inOrder)]);
});

it('the rules document has every section that the engine names', () => {
  const unknown: string[] = [];
  for (const file of readdirSync(engine, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(new URL(file, engine), 'utf8').replaceAll(
      /P\.L\. 119-21, section 81001/g,
      '',
    );
    for (const section of sectionsNamed(source)) {
      if (!anchors.includes(section)) unknown.push(`${file}: ${section}`);
    }
  }
  expect(unknown).toEqual([]);
});

it('the rules document says of every rule where it comes from', () => {
  const rules = document.split(/(?=<a id="[1-7]\.\d">)|(?=^## )/m).filter((part) => /^<a id="/.test(part));
  const unmarked = rules.filter((rule) => !/\[(?:statute|rule|ED|handbook|practice|choice)\b/.test(rule));
  expect(rules.length).toBeGreaterThan(30);
  expect(unmarked).toEqual([]);
});

it('the rules document has the version of the rules, and rounds as they do', () => {
  expect(document).toContain(`These are the rules of version ${RULES_VERSION}\n`);
  const roundings = (from: string, to: string) => {
    const text = document.slice(document.indexOf(`<a id="${from}">`), document.indexOf(`<a id="${to}">`));
    return new Set([...text.matchAll(/half\s+(up|down)/g)].map(([, half]) => `half ${half}`));
  };
  expect(roundings('2.2', '3')).toEqual(new Set([YEAR_SHARE.half]));
  expect(roundings('4', '5')).toEqual(new Set([REDUCTION.half]));
  expect(roundings('5.1', '5.2')).toEqual(new Set([INTENSITY.half]));
  expect(roundings('6.2', '6.3')).toEqual(new Set([INSTALLMENTS.half]));
});

it('the rules document has the date and the list of what was not read that every trace has', () => {
  const date = new Date(POLICY_READ_ON).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  expect(document).toContain(`**Law and guidance as third parties described them on ${date}.**`);
  for (const text of NOT_READ) expect(document).toContain(`\n- ${text}\n`);
});

it.each(AWARD_YEARS)('the rules document has the amounts of the table of %s', (year) => {
  const [, ofYear = ''] = document.split(new RegExp(`in dollars for the award years? [^|[]*${year}`));
  const [, table = ''] = ofYear.split('\n\n');
  const { dependentUndergraduate, independentUndergraduate, ...limits } = limitsFor(year);
  const amounts = (rows: readonly AnnualLimit[], amountOf: (row: AnnualLimit) => number) =>
    rows.map((row) => amountOf(row).toLocaleString('en-US')).join(' / ');
  for (const [student, rows] of [
    [
      'Dependent undergraduate: first year / second year / third year and beyond',
      Object.values(dependentUndergraduate),
    ],
    ['Independent undergraduate, or dependent with a PLUS denial', Object.values(independentUndergraduate)],
    ['Graduate', [limits.graduate]],
    ['Professional', [limits.professional]],
    ['Graduate or professional, legacy borrower', [limits.legacy]],
  ] as const) {
    const subsidized = amounts(rows, (row) => row.subsidizedMaximum.amount);
    const total = amounts(rows, (row) => row.total.amount);
    expect(table).toContain(`| ${student} | ${subsidized} | ${total} |`);
  }
});
