/** So many bytes are held here before the browser takes them. */
const PART_BYTES = 4 * 1024 * 1024;

/** Gathers a long answer outside of this process's memory: what is handed over in large parts, the browser may keep on disk. */
export class BlobWriter {
  readonly #type: string;
  readonly #parts: Blob[] = [];
  #waiting: Uint8Array<ArrayBuffer>[] = [];
  #waitingBytes = 0;

  /** `type` is the media type of the whole. */
  constructor(type: string) {
    this.#type = type;
  }

  /** Takes bytes over: they must not change any more. */
  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PART_BYTES) this.#handOver();
  }

  /** Everything written so far, as one. */
  blob(): Blob {
    this.#handOver();
    return new Blob(this.#parts, { type: this.#type });
  }

  #handOver(): void {
    if (this.#waitingBytes === 0) return;
    this.#parts.push(new Blob(this.#waiting));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
