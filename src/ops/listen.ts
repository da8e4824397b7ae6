import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError } from './logged-errors.js';

/** Where to listen, and the variables that say so. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly variables: 'HOST, PORT' | 'ADMIN_HOST (if unset, HOST), ADMIN_PORT';
}

/** Returns the actual port, even for 0. @throws OperatorError naming the variables and what to change */
export async function listen(server: Server, { host, port, variables }: Address): Promise<number> {
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `${variables}: port ${port} of ${host} cannot be opened (${reason}). Give an address of this machine, and a port from 1024 on that nobody else uses; 0 is any free one.`,
      { cause },
    );
  }
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
