/** Bytes that belong one behind the other. */
export type Parts = readonly Uint8Array[];

export function lengthOf(parts: Parts): number {
  return parts.reduce((length, part) => length + part.length, 0);
}

export function joined(parts: Parts, memory?: ArrayBuffer): Buffer<ArrayBuffer> {
  const total = lengthOf(parts);
  const bytes = Buffer.from(memory ?? Buffer.allocUnsafeSlow(total).buffer, 0, total);
  let length = 0;
  for (const part of parts) {
    bytes.set(part, length);
    length += part.length;
  }
  return bytes;
}

export function headLine(head: object): Buffer {
  return Buffer.from(`${JSON.stringify(head)}\n`);
}
