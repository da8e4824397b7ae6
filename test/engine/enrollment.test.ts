import { describe, expect, it } from 'vitest';
import { calculated, firstYear } from './test-students.js';

describe('enrollment of a term (section 5)', () => {
  it.each([
    ['0', 'Not Enrolled', 0, 0],
    ['5.99999999999999', 'Less Than Half-Time', 50, 0], // rounds to 50 percent and is still below half time
    ['6', 'Part-Time', 50, 50],
    ['6.00000000000001', 'Part-Time', 50, 50],
    ['11.9999999999999', 'Part-Time', 100, 100], // rounds to 100 percent and is still below full time
    ['12', 'Full-Time', 100, 100],
    ['15', 'Full-Time', 100, 100],
    ['7.5', 'Part-Time', 63, 63], // 62.5
  ])('%s of 12 credits', (credits_enrolled, status, intensity, disbursed) => {
    const [term] = calculated(firstYear([{ credits_enrolled }])).terms;
    expect(term?.enrollment_status).toBe(status);
    expect([term?.enrollment_intensity_pct, term?.disbursement_pct]).toEqual([intensity, disbursed]);
  });
});
