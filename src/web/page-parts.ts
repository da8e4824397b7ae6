import { type Child, element, type Given } from './element.js';

/** What both pages are made of. */

/** A button that does something on the page; nothing here is ever submitted. */
export function button(
  text: string,
  onclick: () => void,
  given: Omit<Given<'button'>, 'onclick'> = {},
): HTMLButtonElement {
  return element('button', { type: 'button', ...given, onclick }, [text]);
}

/** A paragraph of plain text. */
export function paragraph(textContent: string, className = ''): HTMLParagraphElement {
  return element('p', { textContent, className });
}

/** A part that is unfolded by its summary. */
export function details(
  summary: string,
  children: readonly Child[],
  given: Given<'details'> = {},
): HTMLDetailsElement {
  return element('details', given, [element('summary', {}, [summary]), ...children]);
}

/** A list of plain texts. */
export function list(texts: readonly string[]): HTMLUListElement {
  return element(
    'ul',
    {},
    texts.map((textContent) => element('li', { textContent })),
  );
}

/** A choice: each of `choices` is what it stands for and what it says. */
export function select(
  id: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
  given: Given<'select'> = {},
): HTMLSelectElement {
  const options = choices.map(([value, textContent]) => element('option', { value, textContent }));
  const made = element('select', { id, ...given }, options);
  made.value = chosen;
  return made;
}

/** A label, to stand beside or above its field. */
export function labelFor({ id: htmlFor }: HTMLElement, textContent: string): HTMLLabelElement {
  return element('label', { htmlFor, textContent });
}

/** A field beside its label. */
export function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('div', { className: 'meaning' }, [labelFor(field, text), field]);
}

/** A table in a frame of its own, which scrolls where the table is too wide, and which the keyboard can reach. */
export function framed(label: string, table: HTMLTableElement): HTMLElement {
  return element('div', { className: 'wide', tabIndex: 0, role: 'group', 'aria-label': label }, [table]);
}

/** A sentence that matters, and what belongs to it; a text is a paragraph of its own. It is read out as it appears. */
export function messageBox(kind: 'bad' | 'care' | 'good', children: readonly Child[]): HTMLElement {
  const role = kind === 'good' ? 'status' : 'alert';
  const parts = children.map((child) => (typeof child === 'string' ? paragraph(child) : child));
  return element('div', { className: `note ${kind}`, role }, parts);
}
