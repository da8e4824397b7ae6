import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './free-port.js';

/** A stretch of network between a client and a server on this machine, which can be made slow or be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Every piece of data is held back for so long (milliseconds), both ways. */
  delayMs: number;
  /**
   * Where the client's connections end from now on; those that are open stay where they lead, like a virtual address that has moved.
   */
  targetPort: number;
  /**
   * Puts a reply that nobody asked for (Redis' nil) in front of the next reply on every connection over which the client has sent `asked`.
   */
  strayReplyAfter(asked: string): void;
  /** Sends a reply that nobody asked for over every connection at once. */
  strayReplies(): void;
  /** Stray replies so far. */
  readonly strays: number;
  /** Breaks every connection that is open now; new ones work. */
  cut(): void;
  close(): Promise<void>;
}

const NIL = '$-1\r\n';

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const proxy = { delayMs: 0, targetPort, strays: 0 };
  let asked: string | null = null;
  /** Connections to the server over which it was asked. */
  const waiting = new Set<Socket>();
  const watch = (inside: Socket, outside: Socket): void => {
    let isBetweenReplies = true;
    inside.on('data', (data) => {
      if (asked !== null && data.includes(asked)) waiting.add(outside);
    });
    outside.on('data', (data) => {
      if (isBetweenReplies && waiting.delete(outside)) {
        inside.write(NIL);
        proxy.strays += 1;
        asked = null;
      }
      isBetweenReplies = data.subarray(-2).equals(Buffer.from('\r\n'));
    });
  };
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
    const outside = connect(proxy.targetPort, '127.0.0.1');
    clients.add(inside);
    inside.once('close', () => clients.delete(inside));
    watch(inside, outside);
    forward(inside, outside);
    forward(outside, inside);
  });
  const port = await listenHere(server);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(proxy, {
    port,
    cut,
    strayReplies: () => {
      for (const client of clients) client.write(NIL);
    },
    strayReplyAfter: (text: string) => {
      asked = text;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  });
}
