import type { Response } from 'express';
import { ApiError } from '../contract/errors.js';

/** Enough for about a hundred thousand rows. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Gathers the parts of an answer and sends them when it is complete, with its length. HTTP/1.0 has no other way to tell
 * an answer that broke off from a short one.
 */
export class WholeAnswer {
  readonly #res: Response;
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  constructor(res: Response) {
    this.#res = res;
  }

  /** @throws ApiError `tooLarge` when the answer would be longer than this process keeps for one caller. */
  async write(part: Uint8Array): Promise<void> {
    this.#length += part.length;
    if (this.#length > MOST_BYTES) {
      throw new ApiError('tooLarge', 'The answer is too long for HTTP/1.0. Send the file with HTTP/1.1.', {
        details: [{ message: 'The limit of such an answer in bytes.', max_bytes: MOST_BYTES }],
      });
    }
    this.#parts.push(part);
  }

  end(): void {
    this.#res.setHeader('Content-Length', this.#length);
    this.#res.end(Buffer.concat(this.#parts));
  }
}
