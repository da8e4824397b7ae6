/**
 * What a tool must never get: who a student is. Nobody needs that to calculate, and what an assistant is told leaves the school.
 */

/** Names of things, not of people: `term_name`, `Fund ID`, `Course Number`. */
const OF_THINGS =
  /(?:^|_)(?:term|semester|period|course|class|fund|award|loan|program|plan|major|section|school|college|campus|level|degree|academic|year|sequence)s?(?:_|$)/;

const PERSONAL = [
  // Names, dates of birth and addresses.
  /(?:^|_)(?:name|names|fname|lname|firstname|lastname|surname|fullname|studentname|birth|birthday|birthdate|dob|e?mail|phone|mobile|address|street|zip)(?:_|$)/,
  // Numbers that the state or a student system gives to a person.
  /(?:^|_)(?:ssn|itin|tin|social|passport|license|pidm|emplid|spriden|sid|netid|uid|person|sortid|systudentid)(?:_|$)/,
  /^(?:student|banner|person|external|applicant|borrower)?_?(?:student)?_?(?:id|ids|identifier|no|num|nbr|number)(?:_?(?:alt|1|2))?$/,
];

/** As numbers of social security are written, and nine digits in a row, which are no credits and no dollars. */
const SSN = /(?<![0-9.,])[0-9]{3}([- ]?)[0-9]{2}\1[0-9]{4}(?![0-9.,])/;

/** Whether the name of a field or of a column says that it holds who a person is. */
export function isPersonalName(name: string): boolean {
  const words = name
    .slice(0, MOST_LOOKED_AT)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase();
  return PERSONAL.some((each) => each.test(words)) && !OF_THINGS.test(words);
}

/** Longer names are nobody's column. */
const MOST_LOOKED_AT = 200;

/** Whether a text has something in it that is written as a social security number is. */
function hasSocialSecurityNumber(text: string): boolean {
  return SSN.test(text);
}

/** The depth of a student: a field of a term in the list of terms of one of two plans. */
const MOST_DEPTH = 4;

/** The paths of all fields that say who a student is, by their name or by what is in them. */
export function personalPaths(value: unknown, path = '', depth = 0): readonly string[] {
  if (typeof value === 'string') return hasSocialSecurityNumber(value) ? [path] : [];
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isPersonal = !Array.isArray(value) && isPersonalName(name);
    return isPersonal ? [own] : personalPaths(inner, own, depth + 1);
  });
}
