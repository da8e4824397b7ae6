/**
 * Removes what a page shows once its own program has failed: figures that may no longer match what was typed must not be paid.
 * `rest` says what becomes of a person's work.
 */
export function stopOnFault(place: Element, rest: string): void {
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    const message = document.createElement('p');
    message.className = 'note bad';
    message.role = 'alert';
    message.textContent = `This page ran into an error and stopped, so that it does not show wrong amounts. Reload it to continue. ${rest}`;
    place.replaceWith(message);
  };
  addEventListener('error', ({ error }) => {
    // Only thrown errors: browsers report other things as errors, such as a size that was observed too late.
    if (error instanceof Error) stop();
  });
  addEventListener('unhandledrejection', stop);
}
