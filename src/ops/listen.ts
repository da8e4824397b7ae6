import { once } from 'node:events';
import type { Server } from 'node:net';
import { OperatorError, systemCode } from './logged-errors.js';

/** Where to listen, as `HOST` and `PORT` say, or `ADMIN_HOST` and `ADMIN_PORT`. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly variables: '' | 'ADMIN_';
}

/** Returns the actual port, even if 0 was requested. @throws OperatorError with the variable at fault, and what to change */
export async function listen(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (cause) {
    throw new OperatorError(sentence(cause, address), { cause });
  }
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

function sentence(cause: unknown, { host, port, variables }: Address): string {
  const [hostVariable, portVariable] = [`${variables}HOST`, `${variables}PORT`];
  switch (systemCode(cause)) {
    case 'EADDRINUSE':
      return `${portVariable}: port ${port} of ${host} is taken. Each process on a machine needs its own; choose another, or 0 for any free one.`;
    case 'EACCES':
      return `${portVariable}: port ${port} may not be opened by this user. Choose one from 1024 on.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return `${hostVariable}: ${host} is not an address of this machine. Give one of its own, such as 127.0.0.1, or 0.0.0.0 for every interface.`;
    default:
      return `${hostVariable}, ${portVariable}: port ${port} of ${host} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}
