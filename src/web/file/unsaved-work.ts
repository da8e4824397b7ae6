const OPEN = 'prorata-file-open';

/**
 * Notes that there is a file on the page, so that leaving it by mistake is asked about, and that a page that was loaded again can
 * say what is gone. Of the file itself nothing is kept.
 */
export function unsavedWork(): { readonly wasLost: boolean; begin(): void } {
  const store = sessionStore();
  const wasLost = store?.getItem(OPEN) === 'yes';
  store?.removeItem(OPEN);
  let isOpen = false;
  addEventListener('beforeunload', (event) => {
    if (isOpen) event.preventDefault();
  });
  return {
    wasLost,
    begin: () => {
      isOpen = true;
      store?.setItem(OPEN, 'yes');
    },
  };
}

/** Null where the browser is set to keep nothing. */
function sessionStore(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
