import { Command, type Redis } from 'ioredis';
import { ChunkMemory } from '../chunk-memory.js';
import { joined, lengthOf, type Parts } from '../parts.js';

/** The value's place among the arguments: between those `before` and those `after` it. */
export interface BlobArguments {
  readonly before: readonly string[];
  readonly value: Parts;
  readonly after?: readonly string[];
}

/** How often a patient client may send a command that breaks the connection, which it would do for ever. */
const MOST_SENDINGS = 4;
/** What is asked instead from then on, and the answer to it. */
const GIVEN_UP = 'given up';
const GIVING_UP = Buffer.from(`*2\r\n${bulkString('ECHO')}${bulkString(GIVEN_UP)}`);

/**
 * Sends a Redis command with one long value that comes in parts. Its bytes are put together at this call, so the parts may
 * change afterwards.
 *
 * ioredis joins the arguments of a command once and the commands of a pipeline once more. For values of hundreds of
 * kilobytes that copying, and the garbage it leaves, costs more than all else; here the parts are copied once.
 *
 * @returns the reply.
 * @throws what Redis or the client says, or Error when the connection broke each time that the command was sent.
 */
export async function sendBlob(client: Redis, name: string, args: BlobArguments): Promise<unknown> {
  const command = new BlobCommand(name, args);
  client.sendCommand(command);
  const reply: unknown = await command.promise;
  command.release();
  if (reply === GIVEN_UP) throw new Error('the connection broke whenever this was sent');
  return reply;
}

/** One after the other is made in the same memory. */
const memory = new ChunkMemory();

class BlobCommand extends Command {
  readonly #bytes: Buffer<ArrayBuffer>;
  #sendings = 0;

  constructor(name: string, { before, value, after = [] }: BlobArguments) {
    super(name, [...before, ...after], { replyEncoding: 'utf8' });
    const length = value.reduce((total, part) => total + part.length, 0);
    const head = `*${2 + before.length + after.length}\r\n${[name, ...before].map(bulkString).join('')}$${length}\r\n`;
    const tail = `\r\n${after.map(bulkString).join('')}`;
    const parts = [Buffer.from(head), ...value, Buffer.from(tail)];
    this.#bytes = joined(parts, memory.take(lengthOf(parts)));
  }

  /** To be called when Redis has answered, and has therefore read everything. */
  release(): void {
    memory.give(this.#bytes.buffer);
  }

  /** What goes over the wire, once more after each reconnect. */
  override toWritable(): Buffer {
    this.#sendings += 1;
    return this.#sendings <= MOST_SENDINGS ? this.#bytes : GIVING_UP;
  }
}

function bulkString(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
