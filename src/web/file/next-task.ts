/**
 * Lets everything that waits for this thread have its turn, messages among them. Unlike a timer it is never slowed down, in a tab
 * that nobody looks at either.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
