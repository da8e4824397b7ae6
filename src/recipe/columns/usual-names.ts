import { folded, wordsOf } from '../../contract/name-forms.js';
import { FIELDS_OF_RECIPE, type Field, hasOurNames } from '../format/our-fields.js';
import { termInName } from './term-labels.js';

/**
 * Usual names of columns besides our own, the most certain first. They only suggest: a person sees where each
 * column is placed. This table need not be complete, and does not grow: a missing name costs one click.
 */
export const USUAL_NAMES: Readonly<Partial<Record<Field, string>>> = {
  student_id: `Student Number, Student No, Student Nbr, Stu Nbr, SPRIDEN_ID, EMPLID, CWID, Banner ID, Colleague ID, Campus ID,
    PeopleSoft ID, University ID, College ID, ID Number, People Code ID, SyStudentID, SID, UIN, Stu ID, ID_NUM, ID`,
  dependency_status: `Dependency, Dep Status, Depend Status, Dependency Code, Dependency Stat, Dep, Dep Stat,
    FED_DEPEND_STAT, Dep/Indep, Dependency Status Description`,
  degree_level: `Level, Student Level, Career, Academic Career, Acad Career, Level Code, Acad Level, Stu Level,
    SGBSTDN_LEVL_CODE, ACAD_CAREER, Academic Level, Program Level`,
  grade_level: `Class, Class Level, Class Standing, Grade Lvl, Year in School, NSLDS Loan Year, Class Code, Year Level,
    DIR_LND_YR, CLASS_CDE, Grade Level Description`,
  subsidized_amount: `Subsidized Need, Sub Need, Need, Financial Need, Sub Eligible, Sub Eligibility`,
  plus_denied: `Parent PLUS Denied, PLUS Denial, Parent Denied PLUS, PLUS Loan Denied`,
  is_legacy_borrower: `Legacy, Legacy Borrower, Legacy Status, Legacy Flag`,
  cost_of_attendance: `COA Less Aid`,
  total_limit: `Program Limit, Program Annual Limit, School Limit`,
  academic_year_terms: `Terms in Year, Terms per Year, Number of Terms`,
  term_label: `Term, Semester, Term Code, Term Name, Term Desc, Term Description, Academic Period, Payment Period, STRM,
    Quarter, Acad Term, Enrollment Term, Period`,
  term_required: `Required, Term Required, Required Term`,
  term_ft_credits: `FT Credits, Full Time Credits, Full Time Hours, FT Hours, FT Units, Full Time Units, Full Time`,
  term_credits_enrolled: `Credits Enrolled, Enrolled Credits, Aid Eligible Credits, FA Credits, Credits, Credit Hours,
    Term Credits, Enrolled Hours, Hours, Units, Registered Credits, Reg Credits, Credit Hrs, Hrs, Cr, Credit,
    UNT_TAKEN_FA, TOTAL_ADJUSTED_CREDITS, CreditHoursInLP`,
  term_actual_final_credits: `Final Credits, Actual Final Credits, Actual Credits, Final Hours, Final Units`,
  term_prior_disbursement_sub: `Sub Paid, Subsidized Paid, Sub Disbursed, Subsidized Disbursed, Paid Sub,
    Sub Disb, Prior Disbursement Sub`,
  term_prior_disbursement_unsub: `Unsub Paid, Unsubsidized Paid, Unsub Disbursed, Unsubsidized Disbursed,
    Paid Unsub, Unsub Disb, Prior Disbursement Unsub`,
  term_prior_disbursement_grad_plus: `Grad PLUS Paid, Grad PLUS Disbursed, Paid Grad PLUS, GPLUS Paid,
    Grad PLUS Disb, Prior Disbursement Grad PLUS`,
  fund: `Fund, Fund Code, Fund Name, RPRATRM_FUND_CODE, Item Type, Award Code, Loan Type, Award, Fund Source Name`,
  fund_paid: `Paid, Amount Paid, Paid Amount, Paid Amt, RPRATRM_PAID_AMT, Disbursed, Disbursed Amount, Amount Disbursed`,
  payment_number: `Disb, Disb No, Disb Nbr, Disb Num, Disbursement Number`,
  course: `CRN, Class Number, CRS_CDE, Course ID, Course Code, Course, Course Number`,
};

const NAMED = new Map(
  FIELDS_OF_RECIPE.flatMap((field) =>
    [field, ...(USUAL_NAMES[field] ?? '').split(',')].map(
      (name, rank) => [folded(name), { field, rank }] as const,
    ),
  ),
);

/** The field that a column's name suggests, by letters and digits alone; a lower rank is more certain. */
export function suggestedField(name: string): { readonly field: Field; readonly rank: number } | null {
  return NAMED.get(folded(name.replaceAll('#', ' Number'))) ?? null;
}

/** Tests of names with which a reader of tables finds the header row. */
export const NAME_HINTS = {
  /** Columns of terms beside each other also contain the term's name. */
  isUsualName: (name: string): boolean =>
    suggestedField(name) !== null || suggestedField(termInName(name)?.rest ?? '') !== null,
  isOwnHeader: hasOurNames,
};

/**
 * Words in a column's name, or stems of longer ones, that mark its line: dollars were wrong where such a
 * column was overlooked or mistaken. They only warn, so a missing word costs no dollars: the list is
 * complete.
 */
const ALARM_WORDS: readonly string[] =
  `withdraw withdrew drop dropped audit aud delete cancel return refund prior previous cumul cum ytd
   remain offer award accept decline anticipat estimat schedul planned correct overrid revis final
   census earned attempt billed billing limit net gross lifetime parent to_date last_year last_term`.split(
    /\s+/,
  );
const LONG_WORD = 5;
const ALARM = new RegExp(
  `_(${ALARM_WORDS.map((word) => (word.length < LONG_WORD ? word : `${word}[a-z]*`)).join('|')})(?=_)`,
  'g',
);

/** The words of a column's name that deserve a second look. */
export function alarmsIn(name: string): readonly string[] {
  return [...wordsOf(name).matchAll(ALARM)].map(([, word = '']) => word.replace('_', ' '));
}
