/** Attributes that are given under their own names, because they are no properties or not so in every browser. */
type Attributes = { readonly [name: `aria-${string}`]: string | undefined; readonly role?: string };

/** What an element may be given: its properties, listeners such as `onclick` among them, and {@link Attributes}. */
export type Given<Tag extends keyof HTMLElementTagNameMap> = Attributes &
  Partial<Omit<HTMLElementTagNameMap[Tag], 'role'>>;

/** A child: a text is shown as it is and is never markup; null is left out. */
export type Child = Node | string | null;

/** Makes an element. Nothing here takes markup, so that no text of a person or a file can become any. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  given: Given<Tag> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name === 'role' || name.startsWith('aria-')) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  append(made, children);
  return made;
}

/** Makes an element of a drawing. */
export function drawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly Child[] = [],
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  append(made, children);
  return made;
}

/**
 * The element of the page that has this id.
 *
 * @throws Error when the page has none, or one of another kind: page and script are not of one build.
 */
export function byId<Kind extends Element>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} "${id}".`);
}

function append(made: Element, children: readonly Child[]): void {
  made.append(...children.filter((child) => child !== null));
}
