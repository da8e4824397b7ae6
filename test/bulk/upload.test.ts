import { expect, test } from 'vitest';
import { readUpload, STEP_BYTES, type UploadOptions } from '../../src/bulk/upload.js';

const MAX_BYTES = 12 * STEP_BYTES;

function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index++) bytes[index] = (index * 31) % 251;
  return bytes;
}
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
}

function options(announcedBytes?: number): UploadOptions & { readonly grown: number[] } {
  const grown: number[] = [];
  const growTo = async (bytes: number): Promise<void> => void grown.push(bytes);
  return { announcedBytes, maxBytes: MAX_BYTES, reservation: { growTo }, look: () => true, grown };
}

test.each([
  ['of announced length', 100_000, 100_000],
  ['longer than announced', 200_000, 100_000],
  ['of unknown length that outgrows its first memory again and again', 11 * STEP_BYTES, undefined],
  ['that is empty', 0, undefined],
  ['of the largest size', MAX_BYTES, undefined],
])('an upload %s is laid into memory of its own, whole', async (_, length, announcedBytes) => {
  const bytes = bytesOf(length);
  const read = await readUpload(pieces(bytes), options(announcedBytes));
  expect(Buffer.compare(read, bytes)).toBe(0);
  expect(read.byteOffset).toBe(0);
  expect(read.buffer.byteLength).toBeLessThanOrEqual(MAX_BYTES);
});

test.each([undefined, MAX_BYTES])(
  'an upload reserves a step ahead of what has arrived, and never more than the largest size (announced: %s)',
  async (announcedBytes) => {
    const small = options(announcedBytes);
    await readUpload(pieces(bytesOf(STEP_BYTES)), small);
    expect(small.grown).toEqual([]);
    const large = options(announcedBytes);
    await readUpload(pieces(bytesOf(MAX_BYTES)), large);
    expect(large.grown.at(-1)).toBe(MAX_BYTES);
    for (const [at, reserved] of large.grown.entries()) {
      const before = large.grown[at - 1] ?? STEP_BYTES;
      expect(reserved - before).toBeLessThanOrEqual(STEP_BYTES + 65_536);
    }
  },
);

test('an upload is looked at from its start, seldom, until the look is satisfied or it is clear that no header comes', async () => {
  async function* bytewise(): AsyncGenerator<Uint8Array> {
    for (let byte = 0; byte < 50_000; byte += 1) yield Uint8Array.of(byte);
  }
  const looks = async (source: AsyncIterable<Uint8Array>, enough: number): Promise<number[]> => {
    const seen: number[] = [];
    const look = (arrived: Uint8Array): boolean => seen.push(arrived.length) > 0 && arrived.length > enough;
    await readUpload(source, { ...options(), look });
    return seen;
  };
  const seen = await looks(bytewise(), 10_000);
  expect(seen.at(-1)).toBeGreaterThan(10_000);
  expect(seen.length).toBeLessThan(100);
  expect((await looks(pieces(bytesOf(MAX_BYTES)), MAX_BYTES)).at(-1)).toBeLessThan(MAX_BYTES / 2);
});
