/** What the browser keeps for a page, which must work where it is set to keep nothing, too. */

/** How long something is kept: until it is forgotten, or until the tab is closed. */
type Area = 'localStorage' | 'sessionStorage';

/** The text that is kept under a key; null where there is none. */
export function stored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, null for nothing. Where the browser has no room, or keeps nothing, all stays as it was. */
export function store(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
  } catch {
    // Full, or switched off: the person is asked again the next time.
  }
}
