/** Where the browser stores something for a page: until it is forgotten, or until the tab is closed. It may be set to store nothing. */
type Area = 'localStorage' | 'sessionStorage';

/** The text stored under a key; null if there is none. */
export function stored(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key, or removes it for null. If the browser has no room, or stores nothing, nothing changes. */
export function store(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
  } catch {
    // The person is asked again the next time.
  }
}
