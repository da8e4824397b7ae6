import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './free-port.js';

const NIL = '$-1\r\n';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** A stretch of network between a client and a server on this machine, which can be made slow or be cut. */
export async function startTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const proxy = {
    /** Every piece of data is held back for so long, both ways. */
    delayMs: 0,
    /** Where the client's connections end from now on; those that are open stay where they lead, like a virtual address that has moved. */
    targetPort,
    /** Replies so far that nobody asked for. */
    strays: 0,
  };
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
  /** Breaks every connection that is open now; new ones work. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(proxy, {
    port,
    cut,
    /** Sends a reply that nobody asked for over every connection at once. */
    strayReplies: () => {
      for (const client of clients) client.write(NIL);
    },
    /** Puts one (Redis' nil) in front of the next reply on every connection over which the client has sent `text`. */
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
