import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './free-port.js';

const NIL = '$-1\r\n';

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** A proxy to a server on this machine that can slow the network down or cut it. */
export async function startTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const proxy = {
    /** How long every piece of data is held back, in both directions. */
    delayMs: 0,
    /** The port for new connections. Open ones stay where they are, as when a virtual address moves. */
    targetPort,
    /** Unrequested replies inserted so far by `strayReplyAfter`. */
    strays: 0,
  };
  let asked: string | null = null;
  /** Connections to the server on which the text was sent. */
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
    // Tests cut connections on purpose, so errors are expected.
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
  /** Closes all open connections; new ones work. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(proxy, {
    port,
    cut,
    /** Sends an unrequested reply (Redis nil) on every connection at once. */
    strayReplies: () => {
      for (const client of clients) client.write(NIL);
    },
    /** Inserts a Redis nil before the next reply on every connection on which the client has sent `text`. */
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
