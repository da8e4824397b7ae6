import type { Response } from 'express';
import { ApiError } from '../contract/errors.js';
import type { ResponseStream } from './response-stream.js';

/** The longest answer that is gathered before it is sent: about a hundred thousand rows. */
export const WHOLE_ANSWER_BYTES: number = 16 * 1024 * 1024;

/**
 * Gathers the parts of an answer and sends them when it is complete, with its length. HTTP/1.0, and whatever else Node does
 * not answer in chunks, has no other way to tell an answer that broke off from a short one.
 */
export class WholeAnswer {
  readonly #res: Response;
  readonly #stream: ResponseStream;
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  constructor(res: Response, stream: ResponseStream) {
    this.#res = res;
    this.#stream = stream;
  }

  /** @throws ApiError `tooLarge` when the answer would be longer than {@link WHOLE_ANSWER_BYTES}. */
  async write(part: Uint8Array): Promise<void> {
    this.#length += part.length;
    if (this.#length > WHOLE_ANSWER_BYTES) {
      throw new ApiError('tooLarge', 'The answer is too long for HTTP/1.0. Send the file with HTTP/1.1.', {
        details: [{ message: 'The limit of such an answer in bytes.', max_bytes: WHOLE_ANSWER_BYTES }],
      });
    }
    this.#parts.push(Buffer.from(part));
  }

  /** Sends it at the speed at which the caller reads. */
  async end(): Promise<void> {
    this.#res.setHeader('Content-Length', this.#length);
    for (const part of this.#parts) await this.#stream.write(part);
    await this.#stream.end();
  }
}
