import { describe, expect, test } from 'vitest';
import { AnswerDiff, type ChangedStudent, type DiffSummary } from '../../src/review/diff.js';
import { answerTo } from '../support/answer-to.js';

const HEADER =
  'student_id,dependency_status,grade_level,subsidized_amount,term_label,term_credits_enrolled\n';
const BEFORE = `${HEADER}a,dependent,first_year,3500,Fall,12
a,dependent,first_year,3500,Spring,9
b,dependent,first_year,0,Fall,12
c,dependent,first_year,0,Fall,12
d,independent,x,0,Fall,12
e,dependent,first_year,0,Fall,12
f,dependent,first_year,0,Fall,9
f,dependent,first_year,0,Spring,12
`;
const AFTER = `${HEADER}f,dependent,first_year,0,Fall,12
f,dependent,first_year,0,Spring,9
e,dependent,first_year,"$0.00",Fall,12.0
d,independent,first_year,0,Fall,12
c,dependent,x,0,Fall,12
a,dependent,first_year,3500,Fall,12
a,dependent,first_year,3500,Spring,6
g,dependent,first_year,0,Fall,12
`;

function compared(before: string, after: string): { changed: ChangedStudent[]; summary: DiffSummary } {
  const changed: ChangedStudent[] = [];
  const diff = new AnswerDiff(Buffer.from(before), (student) => changed.push(student));
  const bytes = Buffer.from(after);
  for (let at = 0; at < bytes.length; at += 997) diff.add(bytes.subarray(at, at + 997));
  return { changed, summary: diff.finish() };
}

const answer = (file: string): string => answerTo(Buffer.from(file));

describe('two answers', () => {
  test('of the same students in another order differ where their students do, by whole dollars', () => {
    const { changed, summary } = compared(answer(BEFORE), answer(AFTER));
    // 21 of 24 credits were 88%: $3,080 of 3,500 and $4,840 of 5,500 in all; 18 of 24 are 75%: $2,625 and $4,125.
    expect(changed.map(({ id, kind, dollars }) => [id, kind, dollars])).toEqual([
      ['f', 'changed', 0],
      ['d', 'mended', 9500],
      ['c', 'failed', -5500],
      ['a', 'changed', -715],
      ['g', 'added', 5500],
      ['b', 'removed', -5500],
    ]);
    expect(summary).toMatchObject({
      students: { before: 6, after: 6 },
      unchanged: 1,
      counts: { changed: 2, added: 1, removed: 1, failed: 1, mended: 1 },
      more: { students: 0, dollars: 0 },
      less: { students: 1, dollars: -715 },
    });
  });

  test('are the same for a student who fails in other rows for the same reason, and tell who fails', () => {
    const failing = 'x,dependent,fifth_year,0,Fall,12\nx,dependent,fifth_year,0,Spring,12\n';
    const fine = 'a,dependent,first_year,0,Fall,12\n';
    const [first, last] = [answer(`${HEADER}${failing}${fine}`), answer(`${HEADER}${fine}${failing}`)];
    expect(compared(first, last).changed).toEqual([]);
    expect(compared(answer(`${HEADER}${fine}`), last).changed).toEqual([
      { id: 'x', kind: 'added', isFailed: true, dollars: 0, changes: [] },
    ]);
  });
});
