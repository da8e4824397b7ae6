import { z } from 'zod';
import { expectSame } from './support/bench.js';
import { benchFileBytes } from './support/bench-file.js';
import { countLines, sendFile } from './support/bulk-client.js';
import { serve } from './support/program.js';

const orderSchema = z.union([
  z.object({ url: z.url(), token: z.string(), rows: z.int().positive() }),
  z.literal('finish'),
]);

let isWanted = false;
let sending = Promise.resolve(0);
let file: { readonly rows: number; readonly bytes: Buffer } = { rows: 0, bytes: Buffer.alloc(0) };

/**
 * Told whom to send to, it sends a file again and again, one upload at a time. Told to finish, it answers with the number of
 * files that came back whole.
 */
serve(async (message) => {
  const order = orderSchema.parse(message);
  if (order === 'finish') {
    isWanted = false;
    return sending;
  }
  if (file.rows !== order.rows) {
    file = { rows: order.rows, bytes: benchFileBytes({ rows: order.rows }) };
  }
  isWanted = true;
  sending = sendAll(order);
  return null;
});

async function sendAll(api: { readonly url: string; readonly token: string }): Promise<number> {
  let files = 0;
  for (; isWanted; files += 1) {
    let lines = 0;
    await sendFile(api, file.bytes, (piece) => {
      lines += countLines(piece);
    });
    expectSame('rows answered', lines - 1, file.rows);
  }
  return files;
}
