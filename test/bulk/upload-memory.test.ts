import { expect, test } from 'vitest';
import { UploadMemory } from '../../src/bulk/upload-memory.js';

const MIB = 1024 * 1024;

test('an upload is laid down where an earlier one of about its length was', () => {
  const memory = new UploadMemory();
  const first = memory.take(10 * MIB);
  expect(first.byteLength).toBeGreaterThanOrEqual(10 * MIB);
  expect(first.byteLength).toBeLessThanOrEqual(12.5 * MIB);
  memory.give(first);
  expect(memory.take(9 * MIB)).toBe(first);
});

test('two uploads at once never share memory', () => {
  const memory = new UploadMemory();
  memory.give(memory.take(MIB));
  const first = memory.take(MIB);
  expect(memory.take(MIB)).not.toBe(first);
});

test('a long stretch of memory is not spent on a short upload, nor a short one given for a long upload', () => {
  const memory = new UploadMemory();
  const kept = memory.take(8 * MIB);
  memory.give(kept);
  expect(memory.take(5 * MIB)).not.toBe(kept);
  expect(memory.take(16 * MIB)).not.toBe(kept);
  expect(memory.take(8 * MIB)).toBe(kept);
});

test('no more than 32 MiB are kept', () => {
  const memory = new UploadMemory();
  const [first, second] = [memory.take(20 * MIB), memory.take(20 * MIB)];
  memory.give(first);
  memory.give(second);
  expect(memory.take(20 * MIB)).toBe(first);
  expect(memory.take(20 * MIB)).not.toBe(second);
});
