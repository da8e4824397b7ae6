import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A stretch of network between a client and a server on this machine, which can be made slow or be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Every piece of data is held back for so long (milliseconds), both ways. */
  delayMs: number;
  /** Breaks every connection that is open now; new ones work. */
  cut(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const proxy = { delayMs: 0 };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (data) => {
      if (proxy.delayMs === 0) to.write(data);
      else setTimeout(() => to.write(data), proxy.delayMs);
    });
    // Tests cut connections on purpose; the error is the point.
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    sockets.add(from);
  };
  const server = createServer((inside) => {
    const outside = connect(targetPort, '127.0.0.1');
    forward(inside, outside);
    forward(outside, inside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(proxy, {
    port: address.port,
    cut,
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  });
}
