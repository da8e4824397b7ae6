import { Command } from 'ioredis';
import type { Parts } from '../chunk/chunk-format.js';

/**
 * A Redis command with one long value that comes in parts: `name key value rest…`.
 *
 * ioredis joins the arguments of a command once and the commands of a pipeline once more. For values of hundreds of
 * kilobytes that copying, and the garbage it leaves, costs more than all else; here the parts are copied once.
 */
export class BlobCommand extends Command {
  readonly #written: Buffer;

  constructor(name: string, key: string, value: Parts, rest: readonly string[] = []) {
    super(name, [key, ...rest], { replyEncoding: 'utf8' });
    const length = value.reduce((total, part) => total + part.length, 0);
    const before = `*${3 + rest.length}\r\n${bulkString(name)}${bulkString(key)}$${length}\r\n`;
    this.#written = Buffer.concat([
      Buffer.from(before),
      ...value,
      Buffer.from(`\r\n${rest.map(bulkString).join('')}`),
    ]);
  }

  /** What goes over the wire, again after a reconnect. */
  override toWritable(): Buffer {
    return this.#written;
  }
}

function bulkString(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
