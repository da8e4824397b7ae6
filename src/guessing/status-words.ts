/** Words in names of columns, and in their cells, that tell which rows count. */

/** Words in names that concern something other than registration. */
export const OTHER_THINGS =
  /_(?:dep|depend\w*|award|loan|sub|unsub|sap|isir|verif\w*|citizen\w*|marital|legacy|resid\w*|disb\w*|fund|p?plus|fafsa|housing|vet|veteran|degree|aid|admit|admissions?|appl\w*|immig\w*|visa|tax|holds?|faculty|file|pkg|packag\w*|pell|need|gpa|points?|entry|mpn|counsel\w*|employ\w*|vacc\w*|immun\w*|insurance|health|first_gen\w*|generation|athlet\w*|sports?|parents?|ferpa|match|ssn|ssa|nslds|cod|selective|scholarship|grant|tuition|meal|parking|orientation|address|bill\w*|pay\w*|awd|account|rpr\w*)_/;
export const STATUS_WORD =
  /_(?:status|stat|sts|rsts|ests|stts|action|actn|standing|enr|reg|registration|enrollment|enrolment|attendance)_/;
/** Words beside these for when, how much or by whom. */
export const NO_STATUS =
  /_(?:date|dt|time|user|by|fee|fees|hold|holds|credits?|hours|hrs|units|duty|military|orientation|enroll?ment_type)_/;
export const SAYS_STATUS = /_(?:status|stat|sts|rsts|ests|stts|action|actn)_/;
/** Good and bad standing in letters, which schools choose themselves. */
export const STANDING_LETTERS = /^[a-z0-9]{1,3}$/;
/** How a course is graded, which is not a grade. */
export const BASIS_WORD =
  /_(?:grade|grading)_(?:mode|basis|option|type|method|scheme|code)_|_(?:grading|gmod)_|_grade_basis_/;
export const FLAG_WORD =
  /_(?:registered|reg|enrolled|active|attending|attended|counts|counted|countable|in_program|in_degree)_|_(?:aid|fa|title_iv)_(?:eligible|countable|applicable)_/;
/** Turns these round: `Never Attended`. */
export const NEGATION = /_(?:never|not|no|non)_/;
export const NO_FLAG =
  /_(?:duty|dual|military|orientation|loan|credits?|hours|units|full|part|half|date|dt|time|user|by|fees?|holds?|status|stat|sts|code|type|method|action|window|priority)_/;
/** Names of what is written down where a student left. */
export const LEAVE_WORD = /_(?:r_?2_?t_?4|leave|loa|exit)_/;
/** Words beside these for when, how much and whatever else. */
export const NO_LEAVE =
  /_(?:date|dt|start|begin|end|amt|amount|return\w*|interview|survey|fee|fees|paid|sick|balance|days?|hours)_/;
export const DATE_WORD =
  /_(?:lda|last_date_of_attendance|last_(?:date|day)_attended|last_attend\w*|exit|exited|separation|separated)_/;
/** Names of columns whose short codes say where, what, when or who, but never whether. */
export const INNOCENT =
  /_(?:state|st|country|cntry|nation\w*|county|city|zip|major|majr|minor|program|prog|plan|dept|department|subject|subj|course|crse|title|desc|description|college|coll|school|campus|camp|site|location|gender|sex|race|ethnic\w*|day|days|meeting|meets|session|sess|semester|term|quarter|period|section|sect|sec|building|bldg|room|method|delivery|modality|mode|instr\w*|name|first|last|middle|mi|suffix|initial|religion|hall|dorm|lang\w*|advisor|adviser|counsel\w*|cohort|group|track|conc\w*|sport|team|dependency|class|email|phone|military|source)_/;
export const GRADE_WORD = /_(?:grade|grd|grades|mark)_/;
/** Words in names of who, or what credits, no longer count. */
export const LEFT_NAMES =
  'wd|wdrn?|withdr[ae]w\\w*|drop(?:s|ped)?|cancell?ed|audit(?:ed)?|wait(?:list(?:ed)?)?|wl|repeat(?:ed)?|rpt';
export const OUT_WORD = new RegExp(`_(?:${LEFT_NAMES}|w_(?:date|dt))_`);

/** Names of dates, which often stand beside a code that says the same. */
export const OF_DATES = /_(?:date|dt)_/;
/** Codes for who did not withdraw, in a column about those who did. */
export const STAYED = /^(?:nwd|not? ?-?w(?:d|ithdr(?:awn|awal|ew)))$/;

/** Values that mean, in any column, that somebody left. */
export const LEFT =
  /\b(?:drop\w*|withd\w*|wdrw|cancel\w*|delet\w*|wait\w*|audit\w*|inactive|removed|purged|no[- ]?show|never attended|not (?:reg|enr|att)\w*|unregistered|unenrolled)\b/;
export const OUT_STATUS =
  /^(?:w|w\d|wd|wdr|wdn|wdrn|ww|wx|dr|drp|dp|dd|dw|dc|d|d\d|dn|x|cx|can|canc|cn|un|ud|uw|nw|del|wl|au|aud|ns|loa)$/;
export const SHORT_OUT = /^(?:w|wd|dr|drp|dw|dd|au|aud|wl|ceu)$/;
export const LEFT_WORDS =
  /\b(?:dropped|withdrew|withdrawn|withdrawal|cancell?ed|wait[- ]?list(?:ed)?|audit(?:ed|ing|or)?|(?:never|not) (?:attended|returned|came|showed)|did not (?:attend|return)|stopped attending|student left|left (?:school|college|on|\d\S*)|no[- ]show|not (?:registered|enrolled|attending|returning)|dismiss(?:ed|al)|discontinued|suspended|suspension|deceased|terminated|expelled|void(?:ed)?|stopped[- ]out|leave of absence|transferred[- ]out|unregistered|unenrolled|clock(?: hours?)?|ceus?|(?:non|no|not for)[- ]?(?:credit|degree))\b|^\s*(?:grand |sub-?)?total:?\s*$/i;
/** In a line above some students, says that they are paid otherwise than the rest, or not at all. */
export const TELLING_TITLE =
  /\b(?:withdr\w*|dropped|drops|not|don'?t|never|no(?!\.)|cancel\w*|inactive|deceased|leave|loa|hold|stop\w*|exclud\w*|remove\w*|returned|denied|denials?|ineligible|audit\w*|visiting|only)\b/i;
/** In a column of courses, marks a row that sums up the others. */
export const SUM = /^(?:grand |sub-?)?total:?$/i;
export const COURSE_WORD = /_(?:course|crs|class|subject|subj|section|title)_/;
export const IN_STATUS =
  /^(?:r|re|rw|rg|rr|rc|rp|cr|e|el|en|en?rl?|a|ac|n|new|y|yes|ok|current|normal|ft|pt|ht|lt|lh|tq|tqt|lh?th?t?|f|h|q|t|l)$|[½¾¼]|\b(?:[13][/-][24]|reg\w*|enrolled|active|actv|matr\w*|prgc|radm|rloa|added|add|in progress|confirmed|complete\w*|attend\w*|full\w*|half\w*|part\w*|three\w*|less\w*|continu\w*|returning|transfer\w*|readmit\w*|first\w*|future|scheduled|graded|approved|credit|eligible|degree|fresh\w*|sophomore|junior|senior|undergrad\w*|graduate|good|probation\w*|warning|satisf\w*|honors?|dean.?s)\b/;
/** Words that take back what others say: not enrolled, no longer active, transferred out. */
export const TAKEN_BACK = /\b(?:not|no|never|out|former\w*|ended|until)\b/;
/** Words that make any column one of statuses. */
export const OF_STATUS = /\b(?:active|registered|enrolled|attending)\b/;
export const OUT_GRADE = /^(?:w|wd|wf|wp|wu|wn|wx|aw|uw|dr|drp|au|aud)$/;
export const IN_GRADE =
  /^(?:[a-f][+-]?|p|s|u|i|ip|np|cr|nc|inc?|nr|rd|h|hp|lp|sp|tr?|pass\w*|fail\w*|credit|\d+(?:\.\d+)?)$/;
export const YES_WORDS = /^(?:y|yes|1|true|t|x)$/;
export const NO_WORDS = /^(?:n|no|0|false|f|none|-)$/;
export const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:\D.*)?$/;
export const ANY_DATE_ONLY = /^a date\b/;
export const NUMBER_OR_DATE = /^(?:a date(?: before \d+)?|\d+(?:\.\d+)?%?)$/;
export const IS_NUMBER = /^[\d.]+$/;
/** Names of what a course is about, or how it is taught. */
export const OF_LESSONS =
  /^_$|_(?:prefix|number|no|num|nbr|crn|schedule|schd|sched|component|format|block|language|attributes?|requirements?|core|area|grade|grd|grde|mark|date|dt|by|user|id|source|loaded|oper|operator|gen_ed)_/;
/** Codes of lessons, of degree levels and numbers, which say nothing of what counts. */
export const COURSE_CODE =
  /^(?:lec\w*|lab\w*|dis\w*|sem\w*|rec\w*|stu\w*|int\w*|ind\w*|pra\w*|cli\w*|the\w*|u|g|ug|gr|ugrd|grad|undergrad\w*|graduate|[\d.]+|a date.*|)$/;
/** Represents every date in a column such as `Drop Date`. */
export const ANY_DATE = 'a date';
/** Names of a yes that says nothing about aid. */
export const OF_COURSES =
  /_(?:online|distance|web|remote|evening|weekend|honors|honours|lab|textbooks?|books?|fees?|paid|billed|graded|instr\w*|room|capped|linked|consent|writing|gened|gen_ed|email|phone|hispanic|veteran|international|athlete|parking|orientation)_/;
/** Names in which a yes says that a course does not count. */
export const OF_OTHERS =
  /_(?:not|non|no|outside|excl\w*|ineligible|exempt\w*|inactive|remedial|developmental|dev|prep\w*)_/;
export const NO_OF_COURSE =
  /^(?:n|no|0|false|f|none|-|)$|^(?:not?|non|never|ineligible|inapplicable|excluded)\b/;
export const YES_OF_COURSE = /^(?:y|yes|1|true|t|x|eligible|applicable|applies|included|counts|counted)$/;
