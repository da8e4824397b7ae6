const ROWS_PER_BLOCK_BITS = 12;
const ROWS_PER_BLOCK = 1 << ROWS_PER_BLOCK_BITS;
const ROW_MASK = ROWS_PER_BLOCK - 1;

/**
 * Rows of unsigned 32-bit fields that grow in blocks, so that growing never copies what is there: neither a pause nor
 * the old and the new copy in memory at the same time.
 */
export class GrowingTable {
  readonly #fields: number;
  readonly #blocks: Uint32Array[] = [];
  #length = 0;

  constructor(fields: number) {
    this.#fields = fields;
  }

  get length(): number {
    return this.#length;
  }

  get memoryBytes(): number {
    return this.#blocks.length * ROWS_PER_BLOCK * this.#fields * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Adds a row of zeros and returns its number, counted from 0. */
  add(): number {
    const row = this.#length;
    if ((row & ROW_MASK) === 0) this.#blocks.push(new Uint32Array(ROWS_PER_BLOCK * this.#fields));
    this.#length = row + 1;
    return row;
  }

  /** 0 for a row that was never added. */
  get(row: number, field: number): number {
    return this.#blocks[row >>> ROWS_PER_BLOCK_BITS]?.[(row & ROW_MASK) * this.#fields + field] ?? 0;
  }

  /** The row must have been added. */
  set(row: number, field: number, value: number): void {
    const block = this.#blocks[row >>> ROWS_PER_BLOCK_BITS];
    if (block === undefined) throw new RangeError(`Row ${row} of a table with ${this.#length} rows`);
    block[(row & ROW_MASK) * this.#fields + field] = value;
  }
}
