/** What an element may be given: its properties, attributes under their names, and listeners. */
export interface ElementOptions<Tag extends keyof HTMLElementTagNameMap> {
  /** Properties of the element, such as `textContent`, `id`, `className`, `value`. */
  readonly props?: Partial<HTMLElementTagNameMap[Tag]>;
  /** Attributes that are no properties, such as `aria-describedby`; false and undefined leave one out. */
  readonly attributes?: Attributes;
  readonly on?: { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A child: a text is shown as it is and is never markup; null is left out. */
export type Child = Node | string | null;

/** Makes an element. Nothing here takes markup, so that no text of a person or a file can become any. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { props = {}, attributes = {}, on = {} }: ElementOptions<Tag> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), props);
  setAttributes(made, attributes);
  for (const [name, listener] of Object.entries(on)) {
    // Each was checked against the event of its name.
    made.addEventListener(name, listener as EventListener);
  }
  append(made, children);
  return made;
}

/** Makes an element of a drawing. */
export function drawing<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  children: readonly Child[] = [],
): SVGElementTagNameMap[Tag] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  setAttributes(made, attributes);
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

function setAttributes(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(name, value === true ? '' : String(value));
  }
}

function append(made: Element, children: readonly Child[]): void {
  made.append(...children.filter((child) => child !== null));
}
