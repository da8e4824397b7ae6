/** Names of columns as people see them: what looks the same is the same. */

/** White space, hyphens and dashes, underscores. */
const SEPARATORS = /[\s\p{Pd}\p{Pc}]+/gu;

/** Characters that show nothing by themselves: zero-width spaces and joiners, soft hyphens, marks of direction, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A name without what nobody sees: compatibility forms (full width, ligatures) folded, invisible characters dropped, trimmed. */
export function visibleName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').trim();
}

/** {@link visibleName} in lower case and without separators: `Student ID`, `StudentID` and `STUDENT-ID` as `studentid`. */
export function joinedName(name: string): string {
  return visibleName(name).toLowerCase().replace(SEPARATORS, '');
}

/** {@link visibleName} in lower case, with one underscore for separators in a row. */
export function separatedName(name: string): string {
  return visibleName(name).toLowerCase().replace(SEPARATORS, '_');
}

/** Letters and digits alone, in lower case: what is left of a name when how it is punctuated does not matter. */
export function folded(name: string): string {
  return visibleName(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The first characters of a text. A character of two UTF-16 units, such as an emoji, is never cut in half. */
export function firstCharacters(text: string, count: number): string {
  // Within so few units there is nothing to count.
  if (text.length <= count) return text;
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}

/** {@link firstCharacters}, with an ellipsis where any were left out. */
export function cutText(text: string, count: number): string {
  const first = firstCharacters(text, count);
  return first === text ? text : `${first}…`;
}

/** Letters of other scripts that look like one of ours: pairs of theirs and ours. */
const LOOKALIKES = [
  // Cyrillic
  'аa вb сc ԁd еe ёe һh нh іi їi јj кk мm оo рp ԛq ѕs тt уy ѵv ԝw хx гr',
  'АA ВB СC ЕE ЁE НH ІI ЇI ЈJ КK МM ОO РP ԚQ ЅS ТT УY ѴV ԜW ХX',
  // Greek
  'αa βb ϲc εe ηn ιi κk νv οo ρp σo τt υu χx γy ωw',
  'ΑA ΒB ϹC ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΖZ',
  // Armenian, Cherokee, and rare Latin letters
  'օo սu հh ոn ցg զq Տs Օo Սu ᎪA ᏟC ᎠD ᎬE ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᏚS ᎢT ᏙV ᎳW ıi ɑa ɡg ʟl ɩi ӏl',
].join(' ');

const OURS_BY_LOOK: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.split(' ').map((pair) => {
    const [theirs = '', ours = ''] = pair;
    return [theirs, ours];
  }),
);

/** A name with the letters that its own look like, without accents: for asking what is meant, never for reading. */
export function lookOf(name: string): string {
  const letters = [...visibleName(name)].map((letter) => OURS_BY_LOOK.get(letter) ?? letter);
  return letters
    .join('')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}

/** Where camel case has a new word: `StudentID`, `PLUSDenied`. */
const CAMEL_CASE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** The words of a name in lower case, with one underscore around each: `_student_id_`. Digits behind letters are a word. */
export function wordsOf(name: string): string {
  const words = visibleName(name)
    .replace(CAMEL_CASE, '_')
    .toLowerCase()
    .replace(/(?<=\p{L})(?=\p{N})/gu, '_');
  return `_${words}_`.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_');
}
