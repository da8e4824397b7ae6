/*
 * V8 counts memory outside its heap towards the limit of the heap, and marks the whole heap when that is reached: several times for
 * a file of 200,000 rows, up to 16 ms of the event loop at once. What is known to be done with is given back instead.
 */

const { port1: nowhere, port2 } = new MessageChannel();
port2.close();

/** Gives memory back to the system at once. Every view of the buffer is empty then. */
export function freeMemory(buffer: ArrayBuffer): void {
  nowhere.postMessage(null, [buffer]);
}
