import { type AdminOptions, type AdminServer, startAdminServer } from './admin-server.js';

/** The process cannot listen for operators. The message says in plain words what to change. */
export class OperatorPortError extends Error {
  override readonly name = 'OperatorPortError';
}

/**
 * Opens the operator port of a worker.
 *
 * @throws OperatorPortError when the address cannot be listened on.
 */
export async function openOperatorPort(
  options: AdminOptions & { readonly host: string; readonly port: number },
): Promise<AdminServer> {
  try {
    return await startAdminServer(options);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) throw error;
    const isTaken = 'code' in error && error.code === 'EADDRINUSE';
    throw new OperatorPortError(
      isTaken
        ? `The operator port ${options.port} of ${options.host} is taken. Give each worker on this machine an ADMIN_PORT of its own, or ADMIN_PORT=0 for any free port.`
        : `The operator port cannot be opened (ADMIN_HOST, ADMIN_PORT): ${error.message}`,
      { cause: error },
    );
  }
}
