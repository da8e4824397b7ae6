import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRecord, readHead } from '../../src/csv/head.js';
import { firstWrongByte } from '../../src/csv/text.js';
import { type FileRefusal, FUZZ_RUNS, LIMITS, noise, refusalOf, split } from './split-support.js';

const at = (refusal: FileRefusal) => refusal.at;

describe('a refusal names line, column and reason', () => {
  it('of a quote in the middle of a cell, with a sentence that says what to do', () => {
    const refusal = refusalOf('a,b\n1,2\n3,the "best" one\n');
    expect(at(refusal)).toEqual([3, 7, 'INVALID_QUOTE']);
    expect(refusal.message).toBe(
      'Line 3, column 7: a quote opens in the middle of a cell. Put the whole cell in quotes and double the quotes inside it.',
    );
  });

  it('of text behind a closing quote', () => {
    expect(at(refusalOf('a,b\n1,"x" \n'))).toEqual([2, 6, 'TEXT_AFTER_QUOTE']);
  });

  it('of a CR behind a closing quote that no LF follows, also at the end of the file', () => {
    expect(at(refusalOf('a,b\n1,"x"\ry\n'))).toEqual([2, 6, 'TEXT_AFTER_QUOTE']);
    expect(at(refusalOf('a,b\n1,"x"\r'))).toEqual([2, 6, 'TEXT_AFTER_QUOTE']);
    expect(at(refusalOf('a,b\n"x"\r,1\n'))).toEqual([2, 4, 'TEXT_AFTER_QUOTE']);
  });

  it('of a quote that is never closed: where it opens', () => {
    expect(at(refusalOf('a,b\n1,"x\ny\n'))).toEqual([2, 3, 'QUOTE_NOT_CLOSED']);
    expect(at(refusalOf('"'))).toEqual([1, 1, 'QUOTE_NOT_CLOSED']);
  });

  it('of a row with a cell too many: where that cell begins', () => {
    expect(at(refusalOf('a,b\n1,2\n1,2,3\n'))).toEqual([3, 5, 'RECORD_LENGTH']);
  });

  it('of a row with too few cells: where the row begins', () => {
    expect(at(refusalOf('a,b\n"1\n2",3\n\n4\n'))).toEqual([5, 1, 'RECORD_LENGTH']);
    expect(at(refusalOf('a,b\n1,2\n 3 \n'))).toEqual([3, 1, 'RECORD_LENGTH']);
  });

  it('counts lines inside quotes, and characters rather than bytes', () => {
    expect(at(refusalOf('a,b\n"1\n2\r\n3",é€😀x"\n'))).toEqual([4, 8, 'INVALID_QUOTE']);
  });

  it('does not count the byte order mark', () => {
    expect(at(refusalOf('\ufeffa"\n'))).toEqual([1, 2, 'INVALID_QUOTE']);
    expect(at(refusalOf('\ufeffa\n\ufeffb"\n'))).toEqual([2, 3, 'INVALID_QUOTE']);
  });

  it('of an empty file, one of blank lines, and one of a byte order mark', () => {
    for (const file of ['', '\n\r\n\n', '\ufeff', '\ufeff\r\n']) {
      expect(at(refusalOf(file))).toEqual([1, 1, 'EMPTY']);
    }
    expect(refusalOf('').message).toContain('file is empty');
  });

  it('of a byte that is not UTF-8, wherever it is: the first one', () => {
    fc.assert(
      fc.property(noise, (bytes) => {
        fc.pre(!isUtf8(bytes));
        // No character of the noise is itself the one that stands for a wrong byte.
        const [right = ''] = bytes.toString().split('\ufffd');
        expect(firstWrongByte(bytes, 0)).toBe(Buffer.byteLength(right));
      }),
      { numRuns: 5 * FUZZ_RUNS },
    );
  });

  it('of a byte that is not UTF-8, however far it is into characters of several bytes', () => {
    for (const character of ['é', '€', '😀']) {
      for (const before of ['', 'a', 'aa', 'aaa']) {
        const right = Buffer.from(before + character.repeat(5000));
        expect(firstWrongByte(Buffer.concat([right, Buffer.from([0xff])]), 0)).toBe(right.length);
      }
    }
  });

  it('of Windows-1252, naming the byte and the way to save the file', () => {
    const refusal = refusalOf(Buffer.from('a,b\n1,José\n', 'latin1'));
    expect(at(refusal)).toEqual([2, 6, 'INVALID_UTF8']);
    expect(refusal.message).toContain('the byte E9');
    expect(refusal.message).toContain('Windows-1252');
    expect(refusal.message).toContain('CSV UTF-8');
  });

  it('of a character cut off at the end of the file', () => {
    const file = Buffer.concat([Buffer.from('a\n1'), Buffer.of(0xe2, 0x82)]);
    expect(at(refusalOf(file))).toEqual([2, 2, 'INVALID_UTF8']);
  });

  it('of a NUL behind a closing quote', () => {
    expect(at(refusalOf('a,b\n"1"\0,2\n'))).toEqual([2, 4, 'TEXT_AFTER_QUOTE']);
  });
});

describe('limits', () => {
  it('100 columns are accepted, the 101st is refused where it begins', () => {
    expect(split(Buffer.from(`${'c,'.repeat(99)}c\n`), 0).rowCount).toBe(0);
    expect(at(refusalOf(`${'c,'.repeat(100)}c\n`))).toEqual([1, 201, 'TOO_MANY_COLUMNS']);
  });

  it('a cell of 4096 bytes is accepted, quotes not counted, one more byte is refused', () => {
    for (const cell of ['x'.repeat(4096), `"${'x'.repeat(4096)}"`, `"${'""'.repeat(4096)}"`]) {
      expect(split(Buffer.from(`a,b\r\n${cell},1\r\n2,${cell}\r\n`), 0).rowCount).toBe(2);
    }
    for (const cell of ['x'.repeat(4097), `"${'x'.repeat(4097)}"`, `"${'""'.repeat(4097)}"`]) {
      expect(at(refusalOf(`a,b\n1,${cell}\n`))).toEqual([2, 3, 'CELL_TOO_LONG']);
      expect(at(refusalOf(`a,b\n1,${cell}`))).toEqual([2, 3, 'CELL_TOO_LONG']);
    }
  });

  it('counts the bytes of a cell, not its characters', () => {
    expect(at(refusalOf(`a\n${'é'.repeat(2049)}\n`))).toEqual([2, 1, 'CELL_TOO_LONG']);
  });

  it('refuses a quote that is opened on the first byte of a long file for the length of the cell', () => {
    expect(at(refusalOf(`"${'a,b\n'.repeat(1025)}`))).toEqual([1, 1, 'CELL_TOO_LONG']);
  });

  it('takes exactly maxRows, and refuses the row that passes them', () => {
    expect(split(Buffer.from('a\n1\n\n2'), 0, { maxRows: 2 }).rowCount).toBe(2);
    expect(() => split(Buffer.from('a\n1\n2\n3\n'), 0, { maxRows: 2 })).toThrow('more than 2 rows');
  });
});

describe('the beginning of a file that is still arriving', () => {
  it('has no first record until its line end is there, quotes closed', () => {
    const start = '\ufeff\r\n,,\n" Student ""ID""",b é,"x,\ny", ,';
    const found = (text: string) => firstRecord(Buffer.from(text), false, LIMITS);
    for (const part of ['', '\n', 'a', '"a\n', start]) expect(found(part)).toBeNull();
    expect(found(`${start}\r\n1`)).toMatchObject({
      cells: [' Student "ID"', 'b é', 'x,\ny', ' ', ''],
      row: 3,
      line: 3,
    });
  });

  it('is refused as soon as its header is complete', () => {
    expect(readHead(Buffer.from('a,b'), false, LIMITS)).toBeNull();
    expect(() => readHead(Buffer.from('a,b\n'), false, LIMITS)).toThrow('The header row cannot be used.');
  });
});
