/**
 * A problem that keeps a process from starting, in words that tell the operator what to change. Shown without its
 * stack.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
