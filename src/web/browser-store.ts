/** What the browser stores for a page. The page must also work if the browser is set to store nothing. */

/** How long something is kept: until it is forgotten, or until the tab is closed. */
type Area = 'localStorage' | 'sessionStorage';

/** The text stored under a key; null if there is none. */
export function stored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text under a key, or removes it for null. If the browser has no room, or stores nothing, nothing changes.
 */
export function store(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
  } catch {
    // Full, or switched off: the person is asked again the next time.
  }
}
