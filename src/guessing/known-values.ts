/** Years of study as student systems write them. NSLDS: 0 is a first year that has not attended before, A to D and G graduate study. */
const FIRST_YEAR = [...listed('0 1 ug1 fr frsh fresh freshman first 1st'), 'first time freshman'];
const SECOND_YEAR = listed('2 ug2 so soph sophomore second 2nd');
const LATER_YEARS = [
  ...listed('3 4 ug3 ug4 jr junr junior third 3rd sr senr senior fourth 4th'),
  // Some use 5 for a fifth year, others for the first of graduate study, so it is asked.
  ...['fifth year', '5th', 'year 5', 'fifth year senior', '5th year senior'],
];
/** NSLDS has a code for a fifth year of undergraduates, where elsewhere a 5 may be one of graduate study. */
export const NSLDS_YEARS = { '5': 'third_year_and_beyond' } as const;
/** The codes of academic levels that PeopleSoft delivers; P1 to P4 are years of a professional program. */
export const PEOPLESOFT_YEARS = {
  '10': 'first_year',
  '20': 'second_year',
  '30': 'third_year_and_beyond',
  '40': 'third_year_and_beyond',
  ...keys(['p1', 'p2', 'p3', 'p4'], ''),
} as const;
const GRADUATE_YEARS = ['a', 'b', 'c', 'd', 'g', '6', '7', '1st year graduate', 'continuing graduate'];

/** Degrees of programs. An `MED` beside them is asked about: it may be the medical career or a Master of Education. */
const UNDERGRADUATE_DEGREES = listed('aa aas as aos ba bas bba bfa bm bs bsba bsed bse bsn bsw bgs');
const GRADUATE_DEGREES = listed('ma mat mba mfa mm mpa mph ms msed mse msn msw edd eds phd dba dnp');
const PROFESSIONAL_DEGREES = listed('dds dmd do dvm jd md od pharmd');
export const PROGRAM_DEGREES: ReadonlySet<string> = new Set([
  ...UNDERGRADUATE_DEGREES,
  ...GRADUATE_DEGREES,
  ...PROFESSIONAL_DEGREES,
]);

/**
 * What student systems write for our words, by our column. Compared in lower case, with blanks, hyphens and underscores
 * read as one blank, and without a 0 before a number or the word year. Words that the service reads by itself are not included.
 */
export const KNOWN_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  dependency_status: {
    d: 'dependent',
    i: 'independent',
    dep: 'dependent',
    ind: 'independent',
    indep: 'independent',
    'dependent student': 'dependent',
    'independent student': 'independent',
  },
  grade_level: {
    ...keys(FIRST_YEAR, 'first_year'),
    ...keys(SECOND_YEAR, 'second_year'),
    ...keys(LATER_YEARS, 'third_year_and_beyond'),
    // Years of graduate study have no grade level.
    ...keys([...GRADUATE_YEARS, 'gr', 'grad', 'graduate', 'prof', 'professional'], ''),
  },
  degree_level: {
    ...keys(UNDERGRADUATE_DEGREES, 'undergraduate'),
    ...keys(GRADUATE_DEGREES, 'graduate'),
    ...keys(PROFESSIONAL_DEGREES, 'professional'),
    ...keys(['u', 'ug', 'ugrd', 'ugrad', 'undergrad', 'bachelor', 'bachelors', 'associate'], 'undergraduate'),
    // Numbers are codes of the school here, not years.
    ...keys([...FIRST_YEAR, ...SECOND_YEAR, ...LATER_YEARS].filter(isWord), 'undergraduate'),
    ...keys(['g', 'gr', 'grad', 'master', 'masters', 'doctoral', 'doctorate'], 'graduate'),
    ...keys(['p', 'prof', 'law', 'med', 'first professional'], 'professional'),
  },
  plus_denied: { denied: 'yes', declined: 'yes', approved: 'no', accepted: 'no' },
};

const PROFESSIONAL_DEGREE = new RegExp(
  `(?<!\\p{L})(?:${PROFESSIONAL_DEGREES.join('|')}|jur\\w*|law|chiro\\w*|dent\\w*|divinity|medic\\w*|optom\\w*|osteo\\w*|pharm\\w*|podiat\\w*|psyd|theol\\w*|veterin\\w*|dpm|dc|mdiv)(?!\\p{L})`,
  'iu',
);

/** Whether the name or code of a program may be one of the professional degrees (34 CFR 685.102), such as `LAW-JD`. */
export function isProfessional(program: string): boolean {
  return PROFESSIONAL_DEGREE.test(program.replace(/\.(?=\p{L})/gu, ''));
}

function listed(words: string): readonly string[] {
  return words.split(' ');
}

function isWord(value: string): boolean {
  return !/^\d/.test(value);
}

function keys(values: readonly string[], meaning: string): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, meaning]));
}

/** Load codes used instead of credits: full time, three quarters, half, less, a percent; or only whether it is full time. */
export const LOAD_WORDS =
  /^(?:f|ft|full|full[ -]?time|t|q|tq|(?:[13]\/[24]|[½¾¼]|three[ -]?quarters?)(?:[ -]?time)?|h|ht|half|half[ -]?time|l|lt|lth|ltht|less.*|[\d.]+ ?%|none|w|y|n|yes|no|true|false)$/i;

/** Funds that are not among the loans calculated here, as the beginning of their codes or names. */
const OTHER_FUNDS = /^(?:f?pell|f?seog|fws|teach|work ?study|scholarship|perk)/;

/** Fund codes that mean the same loan everywhere; any other is asked about. */
export const KNOWN_FUNDS: ReadonlyMap<string, string> = new Map([
  ['dsub', 'term_prior_disbursement_sub'],
  ['dunsub', 'term_prior_disbursement_unsub'],
  ['gplus', 'term_prior_disbursement_grad_plus'],
]);

/**
 * Our column that probably holds what was paid of a fund; undefined if its code does not say. `fund` is only letters
 * and digits.
 */
export function paidColumnOf(fund: string): string | null | undefined {
  if (/unsub/.test(fund)) return 'term_prior_disbursement_unsub';
  if (/sub/.test(fund)) return 'term_prior_disbursement_sub';
  if (/gplus|grad.*plus|plus.*grad/.test(fund)) return 'term_prior_disbursement_grad_plus';
  return OTHER_FUNDS.test(fund) ? null : undefined;
}
