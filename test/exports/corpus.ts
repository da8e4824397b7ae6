import { AMOUNTS, AMOUNTS_REFUSED } from './families/amounts.js';
import { BANNER, BANNER_REFUSED } from './families/banner.js';
import { COLLEAGUE, JENZABAR } from './families/colleague.js';
import { DOUBTFUL, DOUBTFUL_REFUSED } from './families/doubtful.js';
import { FUNDS, FUNDS_REFUSED } from './families/funds.js';
import { LAYOUTS, LAYOUTS_REFUSED } from './families/layouts.js';
import { MEANINGS, MEANINGS_REFUSED } from './families/meanings.js';
import { NAMES, NAMES_REFUSED } from './families/names.js';
import { ANTHOLOGY_EXPORTS, ANTHOLOGY_REFUSED, BY_HAND, BY_HAND_REFUSED } from './families/others.js';
import { PAYMENTS, PAYMENTS_REFUSED } from './families/payments.js';
import { PEOPLESOFT, PEOPLESOFT_REFUSED } from './families/peoplesoft.js';
import { REPORTS, REPORTS_REFUSED } from './families/reports.js';
import { TELLING } from './families/telling.js';
import { WORKBOOKS, WORKBOOKS_REFUSED } from './families/workbooks.js';
import type { RawExport, RefusedExport } from './raw-export.js';

/** Every file that is calculated, once what it leaves open is decided. */
export const EXPORTS: readonly RawExport[] = [
  ...BANNER,
  ...PEOPLESOFT,
  ...COLLEAGUE,
  ...JENZABAR,
  ...FUNDS,
  ...ANTHOLOGY_EXPORTS,
  ...BY_HAND,
  ...REPORTS,
  ...WORKBOOKS,
  ...DOUBTFUL,
  ...AMOUNTS,
  ...NAMES,
  ...PAYMENTS,
  ...MEANINGS,
  ...LAYOUTS,
  ...TELLING,
];

/** Every file that is refused. */
export const REFUSED: readonly RefusedExport[] = [
  ...BANNER_REFUSED,
  ...PEOPLESOFT_REFUSED,
  ...FUNDS_REFUSED,
  ...ANTHOLOGY_REFUSED,
  ...BY_HAND_REFUSED,
  ...REPORTS_REFUSED,
  ...WORKBOOKS_REFUSED,
  ...DOUBTFUL_REFUSED,
  ...AMOUNTS_REFUSED,
  ...NAMES_REFUSED,
  ...PAYMENTS_REFUSED,
  ...MEANINGS_REFUSED,
  ...LAYOUTS_REFUSED,
];
