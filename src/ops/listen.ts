import { OperatorError } from './operator-error.js';

/** Where a server was to listen, and the variables that say so. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly hostVariable: string;
  readonly portVariable: string;
}

/** A server cannot listen. The message names the variable that is to blame and what to change. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError';
}

/**
 * Passes on what `listen` gives.
 *
 * @throws {ListenError} in place of the system's own error.
 */
export async function listening<T>(address: ListenAddress, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause && 'code' in cause)) throw cause;
    throw new ListenError(sentence(cause.code, cause.message, address), { cause });
  }
}

function sentence(code: unknown, message: string, address: ListenAddress): string {
  const { host, port, hostVariable, portVariable } = address;
  switch (code) {
    case 'EADDRINUSE':
      return `${portVariable}: port ${port} of ${host} is taken. Each process on a machine needs its own; choose another, or 0 for any free one.`;
    case 'EACCES':
      return `${portVariable}: port ${port} may not be opened by this user. Choose one from 1024 on.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${hostVariable}: ${host} cannot be resolved. Give an address of this machine, such as 127.0.0.1, or 0.0.0.0 for every interface.`;
    case 'EADDRNOTAVAIL':
      return `${hostVariable}: ${host} is not an address of this machine. Give one of its own, such as 127.0.0.1, or 0.0.0.0 for every interface.`;
    default:
      return `${hostVariable}, ${portVariable}: port ${port} of ${host} cannot be opened: ${message}`;
  }
}
