import type { AnnualLimits } from './limits.js';

const TABLE_1A = 'FSA Handbook 2025-26, volume 8, table 1A';
const TABLE_1B = 'FSA Handbook 2025-26, volume 8, table 1B';
const NO_SUBSIDIZED_GRADUATES = '20 U.S.C. 1087e(a)(3)(A)';

/**
 * The annual loan limits by award year, which runs from 1 July to 30 June. The only place with dollar amounts: a new year is a new
 * record here, and `CURRENT_AWARD_YEAR` moves when requests that name no year are to be calculated for it.
 */
export const AWARD_YEAR_TABLES: Readonly<Record<string, AnnualLimits>> = {
  '2026-27': {
    effective: '2026-07-01',
    dependentUndergraduate: {
      first_year: {
        label: 'dependent undergraduate, first year',
        subsidizedMaximum: 3_500,
        subsidizedSource: `34 CFR 685.203(a)(1); ${TABLE_1A}`,
        total: 5_500,
        totalSource: `34 CFR 685.203(a)(1), (b)(1); ${TABLE_1A}`,
      },
      second_year: {
        label: 'dependent undergraduate, second year',
        subsidizedMaximum: 4_500,
        subsidizedSource: `34 CFR 685.203(a)(2); ${TABLE_1A}`,
        total: 6_500,
        totalSource: `34 CFR 685.203(a)(2), (b)(1); ${TABLE_1A}`,
      },
      third_year_and_beyond: {
        label: 'dependent undergraduate, third year and beyond',
        subsidizedMaximum: 5_500,
        subsidizedSource: `34 CFR 685.203(a)(3); ${TABLE_1A}`,
        total: 7_500,
        totalSource: `34 CFR 685.203(a)(3), (b)(1); ${TABLE_1A}`,
      },
    },
    independentUndergraduate: {
      first_year: {
        label: 'independent undergraduate or PLUS denied, first year',
        subsidizedMaximum: 3_500,
        subsidizedSource: `34 CFR 685.203(a)(1); ${TABLE_1B}`,
        total: 9_500,
        totalSource: `34 CFR 685.203(a)(1), (b)(2), (c)(2); ${TABLE_1B}`,
      },
      second_year: {
        label: 'independent undergraduate or PLUS denied, second year',
        subsidizedMaximum: 4_500,
        subsidizedSource: `34 CFR 685.203(a)(2); ${TABLE_1B}`,
        total: 10_500,
        totalSource: `34 CFR 685.203(a)(2), (b)(2), (c)(2); ${TABLE_1B}`,
      },
      third_year_and_beyond: {
        label: 'independent undergraduate or PLUS denied, third year and beyond',
        subsidizedMaximum: 5_500,
        subsidizedSource: `34 CFR 685.203(a)(3); ${TABLE_1B}`,
        total: 12_500,
        totalSource: `34 CFR 685.203(a)(3), (b)(2), (c)(2); ${TABLE_1B}`,
      },
    },
    graduate: {
      label: 'graduate student',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 20_500,
      totalSource: '20 U.S.C. 1087e(a)(4)(A)(i); 34 CFR 685.203(b)(2)(iv)(A)',
    },
    professional: {
      label: 'professional student',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 50_000,
      totalSource: '20 U.S.C. 1087e(a)(4)(A)(ii); 34 CFR 685.203(b)(2)(iv)(A)',
    },
    legacy: {
      label: 'graduate or professional student, legacy borrower',
      subsidizedMaximum: 0,
      subsidizedSource: NO_SUBSIDIZED_GRADUATES,
      total: 20_500,
      totalSource: '20 U.S.C. 1087e(a)(8), by which the earlier limit stays; 34 CFR 685.203(b)(2)(iv)(B)',
    },
  },
};
