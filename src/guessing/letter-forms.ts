import { visibleName } from '../contract/name-forms.js';

/** Letters of other scripts that look like Latin ones: pairs of the foreign letter and ours. */
const LOOKALIKES = [
  // Cyrillic
  'аa вb сc ԁd еe ёe һh нh іi їi јj кk мm оo рp ԛq ѕs тt уy ѵv ԝw хx гr',
  'АA ВB СC ЕE ЁE НH ІI ЇI ЈJ КK МM ОO РP ԚQ ЅS ТT УY ѴV ԜW ХX',
  // Greek
  'αa βb ϲc εe ηn ιi κk νv οo ρp σo τt υu χx γy ωw',
  'ΑA ΒB ϹC ΕE ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΖZ',
].join(' ');

const OURS_BY_LOOK: ReadonlyMap<string, string> = new Map(
  LOOKALIKES.split(' ').map((pair) => {
    const [theirs = '', ours = ''] = pair;
    return [theirs, ours];
  }),
);

/** A name with look-alike letters replaced and accents removed. Use it to ask what is meant, never to read a value. */
export function lookOf(name: string): string {
  const letters = [...visibleName(name)].map((letter) => OURS_BY_LOOK.get(letter) ?? letter);
  return letters
    .join('')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}
