import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstRecord, readHead } from '../../src/csv/head.js';
import { firstWrongByte } from '../../src/csv/text.js';
import { forAll } from '../support/runs.js';
import { FUZZ_RUNS, LIMITS, noise, refusalOf, split } from './split-support.js';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a refusal names line, column and reason', () => {
  it.each([
    ['a quote in the middle of a cell', 'a,b\n1,2\n3,the "best" one\n', [3, 7, 'INVALID_QUOTE']],
    ['lines inside quotes, and characters, not bytes', 'a,b\n"1\n2\r\n3",é€😀x"\n', [4, 8, 'INVALID_QUOTE']],
    ['no byte order mark counted', '\ufeffa\n\ufeffb"\n', [2, 3, 'INVALID_QUOTE']],
    ['text behind a closing quote', 'a,b\n1,"x" \n', [2, 6, 'TEXT_AFTER_QUOTE']],
    ['a CR behind a closing quote that no LF follows', 'a,b\n"x"\r,1\n', [2, 4, 'TEXT_AFTER_QUOTE']],
    ['the same at the end of the file', 'a,b\n1,"x"\r', [2, 6, 'TEXT_AFTER_QUOTE']],
    ['a NUL behind a closing quote', 'a,b\n"1"\0,2\n', [2, 4, 'TEXT_AFTER_QUOTE']],
    ['a quote that is never closed: where it opens', 'a,b\n1,"x\ny\n', [2, 3, 'QUOTE_NOT_CLOSED']],
    ['a quote alone', '"', [1, 1, 'QUOTE_NOT_CLOSED']],
    ['a cell too many: where it begins', 'a,b\n1,2\n1,2,3\n', [3, 5, 'RECORD_LENGTH']],
    ['too few cells: where the row begins', 'a,b\n"1\n2",3\n\n4\n', [5, 1, 'RECORD_LENGTH']],
    ['nothing', '', [1, 1, 'EMPTY']],
    ['blank lines', '\n\r\n\n', [1, 1, 'EMPTY']],
    ['a byte order mark and a line end', '\ufeff\r\n', [1, 1, 'EMPTY']],
    ['Windows-1252', latin1('a,b\n1,José\n'), [2, 6, 'INVALID_UTF8']],
    ['half a character', Buffer.concat([latin1('a\n1'), Buffer.of(0xe2, 0x82)]), [2, 2, 'INVALID_UTF8']],
    ['a 101st column: where it begins', `${'c,'.repeat(100)}c\n`, [1, 201, 'TOO_MANY_COLUMNS']],
    ['a cell of 4097 bytes', `a,b\n1,${'x'.repeat(4097)}\n`, [2, 3, 'CELL_TOO_LONG']],
    ['the same in quotes', `a,b\n1,"${'x'.repeat(4097)}"\n`, [2, 3, 'CELL_TOO_LONG']],
    ['a doubled quote counted once', `a,b\n1,"${'""'.repeat(4097)}"`, [2, 3, 'CELL_TOO_LONG']],
    ['bytes of a cell, not characters', `a\n${'é'.repeat(2049)}\n`, [2, 1, 'CELL_TOO_LONG']],
    ['a long file behind a quote', `"${'a,b\n'.repeat(1025)}`, [1, 1, 'CELL_TOO_LONG']],
  ])('%s', (_, file, at) => {
    const refusal = refusalOf(Buffer.from(file));
    expect(refusal.at).toEqual(at);
    expect(refusal.message).toMatch(new RegExp(`^Line ${at[0]}, column ${at[1]}: .*\\.$`));
  });

  it('of a byte that is not UTF-8, wherever it is: the first one', () => {
    forAll(5 * FUZZ_RUNS, noise, (bytes) => {
      fc.pre(!isUtf8(bytes));
      // No noise contains U+FFFD itself, which stands for a wrong byte here.
      const [right = ''] = bytes.toString().split('\ufffd');
      expect(firstWrongByte(bytes, 0)).toBe(Buffer.byteLength(right));
    });
  });

  it('of a byte that is not UTF-8, however far it is into characters of several bytes', () => {
    for (const character of ['é', '€', '😀']) {
      for (const before of ['', 'a', 'aa', 'aaa']) {
        const right = Buffer.from(before + character.repeat(5000));
        expect(firstWrongByte(Buffer.concat([right, Buffer.from([0xff])]), 0)).toBe(right.length);
      }
    }
  });
});

// split-equivalence.test.ts tests the exact limits of columns and cells.
it('a limit of rows takes exactly so many, and refuses the row that passes them', () => {
  expect(split(Buffer.from('a\n1\n\n2'), 0, { maxRows: 2 }).rowCount).toBe(2);
  expect(() => split(Buffer.from('a\n1\n2\n3\n'), 0, { maxRows: 2 })).toThrow('more than 2 rows');
});

it('the beginning of a file that is still arriving has no first record until its line end is there, quotes closed', () => {
  const start = '\ufeff\r\n,,\n" Student ""ID""",b é,"x,\ny", ,';
  const found = (text: string) => firstRecord(Buffer.from(text), false, LIMITS);
  for (const part of ['', '\n', 'a', '"a\n', start]) expect(found(part)).toBeNull();
  const cells = [' Student "ID"', 'b é', 'x,\ny', ' ', ''];
  expect(found(`${start}\r\n1`)).toMatchObject({ cells, row: 3, line: 3 });
});

it('the beginning of a file that is still arriving is refused as soon as its header is complete', () => {
  expect(readHead(Buffer.from('a,b'), false, LIMITS)).toBeNull();
  expect(() => readHead(Buffer.from('a,b\n'), false, LIMITS)).toThrow('The header row cannot be used.');
});
