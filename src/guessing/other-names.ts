import type { FieldKind } from '../contract/cell-value.js';

/**
 * The vocabulary of columns: what people and student systems call what our columns hold. A name that is found by it is never read as
 * ours; it is asked about, where the file lacks the column that it may be meant for.
 */

function listed(names: string): readonly string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Words that mean the same, each list by the word that our names use. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  credits: listed(`
    credit, crd, crds, cred, creds, cr, crs, hours, hour, hrs, hr, units, unit, unt, unts, crhrs, crhr
  `),
  ft: listed('fulltime, fte, ftime'),
  enrolled: listed(`
    enrollment, enrolment, enroll, enrl, enr, enrld, registered, registration, reg, regd, planned, anticipated, expected, scheduled, sched
  `),
  actual: listed('act, actl'),
  final: listed('fin, census'),
  prior: listed('previous, previously, prev, earlier, past, already'),
  disbursement: listed(`
    disb, disbd, disbs, disbursed, disbursements, disburse, disbursal, dsb, dsbd, dsbmt, disbmt, paid, pd, paidout,
    payment, payments, pymt, pymts, pmt, pmts, received, receive, rcvd, rcv, recd, borrowed, posted, credited, released,
    transmitted, xmit
  `),
  sub: listed('subsidized, subsidised, subsidy, subsid, subsidzd, subs, subz'),
  unsub: listed('unsubsidized, unsubsidised, unsubsid, unsubsidzd, unsubs, unsb, usub, uns'),
  grad: listed('graduate, grdt'),
  plus: listed('pls'),
  denied: listed('denial, deny, declined, decline, refused, rejected, turndown'),
  legacy: listed('grandfathered, grandfather'),
  year: listed('yr, yrs, years'),
  academic: listed('acad'),
  dependency: listed('dep, depend, depndncy, depcy, dependent'),
  status: listed('stat, sts'),
  degree: listed('deg, dgr'),
  grade: listed('grd'),
  level: listed('lvl, levl'),
  required: listed('req, reqd, mandatory'),
  label: listed('lbl'),
  amount: listed('amt, amts, amounts'),
  limit: listed('lim, cap, maximum, max'),
  attendance: listed('attend'),
  terms: listed('semesters, quarters'),
  term: listed('semester, quarter, trm, sem'),
  id: listed('identifier, ident, idn'),
  student: listed('students, stu, stud, stdnt, std'),
  // Of the names below alone.
  number: listed('num, no, nbr, nr, numb'),
  additional: listed('addl, addtl, addnl, add, extra'),
  alternate: listed('alternative, altern, alt'),
  eligible: listed('eligibility, elig'),
  standard: listed('stnd, stndrd'),
  threshold: listed('thresh, thrsh, thrshld'),
  minimum: listed('min'),
};

/** Codes of the funds that are calculated here. In front of a word for paying they say which loan; alone, that it is an amount paid. */
export const FUND_CODES: Readonly<Record<'sub' | 'unsub' | 'grad_plus', readonly string[]>> = {
  sub: listed('dsub, dirsub, dlsub, ddsub, fdsl, sdl, dsl, stafs, dls, dlsb, subdl, dsubl'),
  unsub: listed(`
    dunsub, dunsb, dunsubl, duns, dusub, dirunsub, diruns, dlunsub, dluns, dlus, fdul, udl, dul, dunl, stafu, dlu, unsubdl
  `),
  grad_plus: listed('gplus, gradplus, gdplus, dgplus, dlgplus, dirgplus, dlgp, gpls, grdplus'),
};

/** Words in a row that are taken for others, each in the words of a name with one underscore around each. */
export const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  [/_full_time_equivalen(?:t|cy)_/, '_ft_'],
  [/_(?:full_time|f_t)_/, '_ft_'],
  [/_(?:un|non)_(?=subs)/, '_un'],
  [/_(?:un|non)_sub_/, '_unsub_'],
  [/_rec_d_/, '_recd_'],
  [/_add_l_/, '_addl_'],
  [/_(?:financial|fin)_aid_/, '_fa_'],
  [/_finaid_/, '_fa_'],
  // A date is none of ours, what was paid to date is.
  [/_to_date_/, '_ytd_'],
  ...Object.entries(FUND_CODES).map(
    ([loan, codes]) => [new RegExp(`_(?:${codes.join('|')})_`), `_${loan}_`] as const,
  ),
];

/**
 * Names that no comparison with our own words would find, by the column of ours that they may stand for. They are compared by their
 * words, so that `Student Number` is `STU_NBR`, too; one that begins with `…` is found at the end of a longer name as well.
 */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  student_id: listed(`
    ID, …PIDM, …EMPLID, SPRIDEN_ID, PERSON_UID, SID, SIS ID, SIS User ID, SIS Number,
    PID, UIN, UID, CWID, SSN, Banner ID, Colleague ID, PeopleSoft ID, Jenzabar ID, Campus ID, University ID, College ID,
    Institution ID, Institutional ID, People ID, People Code ID, Person ID, Universal ID, Net ID, Alternate ID,
    ID Number, Student Number, Student, Student Token,
    Matriculation Number, Campus Wide ID,
    A Number, B Number, G Number, G00 Number, M Number, N Number, V Number, W Number, Z Number
  `),
  term_label: listed(`
    ACADEMIC_PERIOD, ACADEMIC_PERIOD_DESC, Academic Period Code, RORENRL_TERM_CODE, TERM_CODE, TRM_CDE, Term Name, Term Desc, Term Description, STRM,
    AY_PP_SequenceDescription, Term, Enrollment Term, Period, Payment Period, Session
  `),
  term_credits_enrolled: listed(`
    TOTAL_ADJUSTED_CREDITS, RORENRL_FINAID_ADJ_HR, UNT_TAKEN_FA, TOT_TERM_UNT_FA,
    CreditHoursInLP, Credits, Term Credits, Credit Load, Credits Taken, Credits Carried, FA Credits, Aid Credits
  `),
  term_actual_final_credits: listed(`
    TOTAL_ACTUAL_CREDITS, RORENRL_FINAID_CREDIT_HR, TOT_TAKEN_FA, Actual Enrolled Credits, FA Load, Census Load,
    Frozen Credits, Freeze Credits
  `),
  term_ft_credits: listed(`
    FT, FT Load, Full Load, Standard Load, FT Standard, FT Minimum, FT Threshold, FT Definition, FT Equals,
    Load Threshold, Threshold, Credits Threshold, Standard Credits, Full Credits
  `),
  dependency_status: listed('Dependency Code, Dependent, Independent, Dependent Independent'),
  grade_level: listed(`
    NSLDS_LOAN_YEAR, DIR_LND_YR, Academic Level Term Start, Class, Class Level, Class Standing, Class Code, CLASS_CDE, Cls, Year in School,
    Year in College
  `),
  subsidized_amount: listed(`
    Need, Financial Need, Sub Eligible, Sub Need, FA Sub Need, Sub Eligible Need, Calculated Sub Need
  `),
  plus_denied: listed(`
    ADDITIONAL_STAFFORD_AWARDS, RORSTAT_ADDL_STFD_ELIG_IND, Additional Unsub, Additional Unsub Eligible, Additional Unsub Loan,
    Additional Stafford, Additional Stafford Eligible, Additional Loan Eligible, Parent Denied,
    Parent Loan Denied, PLUS Decision, PLUS Credit Decision, PLUS Result, PLUS Outcome, PLUS Approved, Adverse Credit, PLUS Adverse Credit, PLUS Adverse
  `),
  is_legacy_borrower: listed(
    'Legacy Student, Legacy Status, Legacy Eligible, Legacy Exception, Interim Exception, Prior Borrower',
  ),
  total_limit: listed(`
    Program Limit, School Limit, Institutional Limit, Annual Limit, Program Annual Limit
  `),
  academic_year_terms: listed('Term Count, Payment Periods'),
};

/** Amounts paid so far whose fund is in another column: rows of one fund each, which we do not read. */
export const PAID_BY_FUND: readonly string[] = listed(`
  DISBURSED_BALANCE, AmountDisbursed, RPRATRM_PAID_AMT, Paid, Disbursed, Amount Paid, Paid Amount,
  Disbursed Amount, Disbursed Amt, Gross Amount Disbursed, Gross Disbursed Amount, Gross Disbursement Amount, Paid Amt, Paid To Date, Disbursed To Date
`);

/** The columns that say which fund such an amount is of. */
export const FUND_COLUMNS: readonly string[] = listed(`
  FUND_CODE, RPRATRM_FUND_CODE, FundCode, Fund, Fund Source, FundSourceName, FundSourceCode, AID_CODE,
  Aid ID, ITEM_TYPE, Award Code, Award, Award Name, Award Type, Award Type Code, Loan Type
`);

/** Words of our names that people leave out, so that the others are enough to know them by. */
export const LEFT_OUT: ReadonlySet<string> = new Set(listed('term, prior, actual, is'));

/** What is not an amount paid, though its name has a word for paying and one for a loan: dates, plans, what is left after fees. */
export const NOT_PAID: ReadonlySet<string> = new Set(
  listed(`
    date, dt, day, status, stat, code, method, hold, reason, count, fee, fees, net, scheduled, sched,
    planned, anticipated, expected, estimated, est, pending, next, future, offered, offer, accepted, accept,
    awarded, authorized, cancelled, canceled, lifetime, aggregate, agg, cumulative, outstanding
  `),
);

/** What is no need for a subsidized loan, though it is an amount of one. */
export const NOT_NEEDED: ReadonlySet<string> = new Set([
  ...listed('date, dt, fee, fees, net, offered, offer, accepted, accept, denied, cancelled, canceled'),
  ...listed('lifetime, aggregate, agg, cumulative, outstanding, disbursement'),
]);

/** Words that say how a value is written and not what it is, by the kind of field: passed over in a name that has others. */
export const FILLERS: Readonly<Partial<Record<FieldKind, readonly string[]>> & { any: readonly string[] }> = {
  any: listed('of, the, this, per, for, in'),
  flag: listed('flag, flg, ind, indicator, yn, is'),
  dollars: listed('amount, dollars, usd, loan, loans, direct, dir, federal, fed, dl, stafford, stfd'),
  'whole dollars': listed(
    'amount, dollars, usd, loan, loans, direct, dir, federal, fed, dl, stafford, stfd, ytd',
  ),
  credits: listed('number'),
  count: listed('number, count'),
};

/** Words of our names that mean nothing of ours by themselves: `Academic Year`, `Attendance` and `ACT` are other things. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  listed('term, academic, year, attendance, total, borrower, status, student, grad, actual, is, of'),
);

/** Whose id it is when it is not the student's. */
export const OTHER_PEOPLE: ReadonlySet<string> = new Set(
  listed('advisor, adviser, advr, instructor, instr, faculty, parent, spouse, counselor, user, staff'),
);
