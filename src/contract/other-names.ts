import type { FieldKind } from './field-kinds.js';

/**
 * Names that people and student systems use for our columns: the words that mean the same, and the names that no comparison
 * of words would find. A name that is found here is never read as ours: it is asked about.
 */

function separated(names: string): readonly string[] {
  return names.split(',').map((name) => name.trim());
}

/** What a column of student systems holds, by the column of ours that it may stand for. Written as systems write them. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  student_id: separated(`
    ID, SPRIDEN_ID, PERSON_UID, RORENRL_PIDM, PIDM, EMPLID, externalStudentId1, SyStudentID, ID-ALT, SID,
    PID, UIN, CWID, SSN, Banner ID, Colleague ID, Campus ID, University ID, Person ID, Net ID,
    Student Number, Student Num, Student No, Student Nbr, Student, StuID
  `),
  term_label: separated(`
    ACADEMIC_PERIOD, ACADEMIC_PERIOD_DESC, RORENRL_TERM_CODE, TERM_CODE, Term Name, Term Desc,
    Term Description, STRM, AY_PP_SequenceDescription, Term, Semester, Quarter, Period, Payment Period,
    Session
  `),
  term_credits_enrolled: separated(`
    TOTAL_ANTICIPATED_CREDITS, TOTAL_ADJUSTED_CREDITS, RORENRL_FINAID_ADJ_HR, UNT_TAKEN_FA, TOT_TERM_UNT_FA,
    CreditHoursInLP, Credits, Credit Hours, Hours, Units, Credit Load
  `),
  term_actual_final_credits: separated(`
    TOTAL_ACTUAL_CREDITS, RORENRL_FINAID_CREDIT_HR, TOT_TAKEN_FA, Actual Enrolled Credits,
    Actual Credits Enrolled
  `),
  term_ft_credits: separated('FT Load, Full Time Load, FT Standard, Full Time Standard, Full Time Minimum'),
  dependency_status: separated('FED_DEPEND_STAT, DependencyStatusDescription, Dependent'),
  grade_level: separated(`
    NSLDS_LOAN_YEAR, DIR_LND_YR, GradeLevelDescription, Class, Class Level, Class Standing, Year in School
  `),
  subsidized_amount: separated(`
    Need, Need Amount, Financial Need, Sub Eligible, Sub Eligibility, Subsidized Eligibility, Sub Need,
    Subsidized Need
  `),
  plus_denied: separated(`
    ADDITIONAL_STAFFORD_AWARDS, RORSTAT_ADDL_STFD_ELIG_IND, Additional Unsub Eligible, Parent Denied,
    Parent Denial, Parent Loan Denied, PLUS Decision, PLUS Credit Decision
  `),
  is_legacy_borrower: separated(
    'Legacy Student, Legacy Status, Legacy Eligible, Legacy Exception, Interim Exception',
  ),
  total_limit: separated(`
    Program Limit, Program Loan Limit, School Limit, Institutional Limit, Annual Limit, Annual Loan Limit,
    Annual Maximum
  `),
  academic_year_terms: separated('Term Count'),
  term_prior_disbursement_sub: separated('DSUB'),
  term_prior_disbursement_unsub: separated('DUNSUB'),
  term_prior_disbursement_grad_plus: separated('GPLUS'),
};

/** Amounts paid so far whose fund stands in another column: rows of one fund each, which we do not read. */
export const PAID_BY_FUND: readonly string[] = separated(`
  DISBURSED_BALANCE, AmountDisbursed, RPRATRM_PAID_AMT, Paid, Disbursed, Amount Paid, Paid Amount,
  Disbursed Amount, Disbursed Amt, Paid Amt, Paid To Date, Disbursed To Date
`);

/** The columns that say which fund such an amount is of. */
export const FUND_COLUMNS: readonly string[] = separated(`
  FUND_CODE, RPRATRM_FUND_CODE, FundCode, Fund, Fund Source, FundSourceName, FundSourceCode, AID_CODE,
  Aid ID, ITEM_TYPE, Award Code, Award, Award Name, Loan Type
`);

/** Words of column names that mean the same, each list by the word that our names use. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  credits: separated('credit, crd, crds, cr, crs, hours, hour, hrs, hr, units, unit, unt, unts'),
  ft: separated('fulltime'),
  enrolled: separated('enrl, enr, registered, planned, anticipated'),
  actual: separated('act'),
  final: separated('fin'),
  prior: separated('previous, prev, earlier'),
  disbursement: separated(
    'disb, disbursed, disbursements, disburse, paid, paidout, payment, received, borrowed',
  ),
  sub: separated('subsidized, subsidised, subs, subsidy, dsub'),
  unsub: separated('unsubsidized, unsubsidised, unsubs, dunsub'),
  grad: separated('graduate'),
  plus: separated('gplus'),
  denied: separated('denial, deny, declined, refused, rejected'),
  legacy: separated('grandfathered'),
  dependency: separated('dep, depend, depndncy, dependent'),
  status: separated('stat, sts'),
  degree: separated('deg, dgr'),
  grade: separated('grd'),
  level: separated('lvl, levl'),
  required: separated('req, reqd, mandatory'),
  label: separated('lbl'),
  amount: separated('amt'),
  limit: separated('lim, cap, maximum, max'),
  attendance: separated('attend'),
  terms: separated('semesters, quarters'),
  term: separated('semester, quarter, trm'),
  id: separated('identifier'),
  student: separated('stu, stdnt, std'),
};

/** What is taken for one word. */
export const PHRASES: readonly (readonly [phrase: string, word: string])[] = [
  ['full_time', 'ft'],
  ['gradplus', 'grad_plus'],
  // A date is none of ours, what was paid to date is.
  ['to_date', 'ytd'],
];

/** Words of our names that people leave out, so that the others are enough to know them by. */
export const LEFT_OUT: ReadonlySet<string> = new Set(separated('term, prior, actual, is'));

/** What is no amount paid, though it stands beside a word for paying and a loan: dates, plans, what is left after fees. */
export const NOT_PAID: ReadonlySet<string> = new Set(
  separated(`
    date, dt, day, status, stat, code, method, hold, reason, count, fee, fees, net, scheduled, sched,
    planned, anticipated, expected, estimated, est, pending, next, future, offered, offer, accepted, accept,
    awarded, authorized, cancelled, canceled
  `),
);

/** Words that say how a value is written and not what it is, by the kind of field: passed over in a name that has others. */
export const FILLERS: Readonly<Partial<Record<FieldKind, readonly string[]>> & { any: readonly string[] }> = {
  any: separated('of, the, this, per, for, in'),
  flag: separated('flag, flg, ind, indicator, yn, is'),
  dollars: separated('amount, dollars, usd, loan, loans'),
  'whole dollars': separated('amount, dollars, usd, loan, loans, ytd'),
  credits: separated('number, num'),
  count: separated('number, num, no, nbr, count'),
};

/** Words of our names that mean nothing of ours by themselves: `Academic Year`, `Attendance` and `ACT` are other things. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  separated('term, academic, year, attendance, total, borrower, status, student, grad, actual, is, of'),
);
