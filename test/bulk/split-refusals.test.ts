import { describe, expect, it } from 'vitest';
import { CsvRefusal, TooManyRows, UploadTooLarge } from '../../src/bulk/split/refusal.js';
import { CsvSplitter } from '../../src/bulk/split/splitter.js';
import { LIMITS, optionsWith, refusalOf, split } from './split-support.js';

const at = ({ line, column, reason }: CsvRefusal) => [line, column, reason];

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
    expect(at(refusalOf('a,b\n1,2\n  \n'))).toEqual([3, 1, 'RECORD_LENGTH']);
  });

  it('counts lines inside quotes, and characters rather than bytes', () => {
    expect(at(refusalOf('a,b\n"1\n2\r\n3",é€😀x"\n'))).toEqual([4, 8, 'INVALID_QUOTE']);
  });

  it('does not count the byte order mark', () => {
    expect(at(refusalOf('\ufeffa"\n'))).toEqual([1, 2, 'INVALID_QUOTE']);
  });

  it('of an empty file, one of blank lines, and one of a byte order mark', () => {
    for (const file of ['', '\n\r\n\n', '\ufeff', '\ufeff\r\n']) {
      expect(at(refusalOf(file))).toEqual([1, 1, 'EMPTY']);
    }
    expect(refusalOf('').message).toContain('file is empty');
  });

  it('of old Mac line ends, which are one endless header', () => {
    for (const file of ['a,b\r1,2\r3,4\r', 'a,b\r"1",2\r', `a,b\r${'1,2\r'.repeat(200)}`]) {
      expect(at(refusalOf(file))).toEqual([1, 4, 'MAC_LINE_ENDS']);
    }
    expect(at(refusalOf(`id\r${'1\r'.repeat(5000)}`))).toEqual([1, 3, 'MAC_LINE_ENDS']);
  });

  it('of Windows-1252, naming the byte and the way to save the file', () => {
    const refusal = refusalOf(Buffer.from('a,b\n1,José\n', 'latin1'));
    expect(at(refusal)).toEqual([2, 6, 'INVALID_UTF8']);
    expect(refusal.message).toContain('the byte E9');
    expect(refusal.message).toContain('Windows-1252');
    expect(refusal.message).toContain('CSV UTF-8');
  });

  it('of a character cut off at the end of the file, in one piece or byte by byte', () => {
    const file = Buffer.concat([Buffer.from('a\n1'), Buffer.of(0xe2, 0x82)]);
    expect(at(refusalOf(file))).toEqual([2, 2, 'INVALID_UTF8']);
    expect(at(refusalOf(file, {}, [1]))).toEqual([2, 2, 'INVALID_UTF8']);
  });

  it('of UTF-16, with and without a byte order mark, in both byte orders', () => {
    const little = Buffer.from('\ufeffstudent_id,x\nJosé,2\n', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const file of [little, big, little.subarray(2), big.subarray(2)]) {
      for (const sizes of [[65536], [1]]) expect(refusalOf(file, {}, sizes).reason).toBe('UTF16');
    }
  });

  it('of a NUL behind a closing quote', () => {
    expect(at(refusalOf('a,b\n"1"\0,2\n'))).toEqual([2, 4, 'TEXT_AFTER_QUOTE']);
  });
});

describe('limits', () => {
  it('100 columns are accepted, the 101st is refused where it begins', () => {
    expect(split(Buffer.from(`${'c,'.repeat(99)}c\n`), [7], optionsWith(0)).rowCount).toBe(0);
    expect(at(refusalOf(`${'c,'.repeat(100)}c\n`))).toEqual([1, 201, 'TOO_MANY_COLUMNS']);
  });

  it('a cell of 4096 bytes is accepted with its line end or quotes in the next piece, one more byte is refused', () => {
    const options = optionsWith(0);
    for (const cell of ['x'.repeat(4096), `"${'x'.repeat(4096)}"`, `"${'""'.repeat(4096)}"`]) {
      for (const sizes of [[65536], [1]]) {
        expect(split(Buffer.from(`a,b\r\n${cell},1\r\n2,${cell}\r\n`), sizes, options).rowCount).toBe(2);
      }
    }
    for (const cell of ['x'.repeat(4097), `"${'x'.repeat(4097)}"`, `"${'""'.repeat(4097)}"`]) {
      expect(at(refusalOf(`a,b\n1,${cell}\n`))).toEqual([2, 3, 'CELL_TOO_LONG']);
      expect(at(refusalOf(`a,b\n1,${cell}`))).toEqual([2, 3, 'CELL_TOO_LONG']);
    }
  });

  it('counts the bytes of a cell, not its characters', () => {
    expect(at(refusalOf(`a\n${'é'.repeat(2049)}\n`))).toEqual([2, 1, 'CELL_TOO_LONG']);
  });

  it('refuses a quote opened on the first byte as soon as the cell limit is passed', () => {
    const splitter = new CsvSplitter(optionsWith(0));
    splitter.push(Buffer.from(`"${'a,b\n'.repeat(1024)}`));
    expect(() => splitter.push(Buffer.from('x'))).toThrow(
      'Line 1, column 1: this cell is longer than 4096 bytes.',
    );
  });

  it('a student may weigh maxStudentBytes wherever its rows stand, rows without an id any number', () => {
    // Three rows of 4 bytes and 512 for each; `"B",2` has two bytes more.
    const limit = { maxStudentBytes: 3 * (4 + 512) + 2 };
    const full = 'id,t\nA,1\nA,2\n,1\nB,1\nA,3\n,2\n,3\n,4\n\n"B",2\nB,3\n';
    expect(split(Buffer.from(full), [5], optionsWith(0, limit)).rowCount).toBe(10);
    expect(at(refusalOf(`${full}A,4\n`, limit))).toEqual([13, 1, 'STUDENT_TOO_LARGE']);
    expect(at(refusalOf(`${full}B,4\n`, limit))).toEqual([13, 1, 'STUDENT_TOO_LARGE']);
    expect(at(refusalOf(`id\nA\n${'\n'.repeat(999)}A\nA\nA\n`, limit))).toEqual([
      1004,
      1,
      'STUDENT_TOO_LARGE',
    ]);
  });

  it('takes exactly maxRows, and refuses the row that passes them', () => {
    const limit = { maxRows: 2 };
    expect(split(Buffer.from('a\n1\n\n2'), [3], optionsWith(0, limit)).rowCount).toBe(2);
    expect(() => split(Buffer.from('a\n1\n2\n3\n'), [], optionsWith(0, limit))).toThrow(TooManyRows);
  });

  it('takes exactly maxBytes, and refuses the piece that passes it', () => {
    const options = optionsWith(0, { maxBytes: 8 });
    expect(split(Buffer.from('a\n1\n2\n33'), [3], options).rowCount).toBe(3);
    const splitter = new CsvSplitter(options);
    splitter.push(Buffer.from('a\n1\n2\n'));
    expect(() => splitter.push(Buffer.from('333'))).toThrow(UploadTooLarge);
  });
});

describe('the life of a splitter', () => {
  it('calls readHeader as soon as the header is complete, with cells unquoted and untrimmed', () => {
    const seen: string[][] = [];
    const readHeader = (cells: string[]) => {
      seen.push(cells);
      return { studentIdColumn: null };
    };
    const splitter = new CsvSplitter({ ...LIMITS, readHeader });
    splitter.push(Buffer.from('\ufeff\r\n" Student ""ID""",b é,"x,\ny", ,'));
    expect(seen).toEqual([]);
    splitter.push(Buffer.from('\r\n1'));
    expect(seen).toEqual([[' Student "ID"', 'b é', 'x,\ny', ' ', '']]);
  });

  it('passes on what readHeader throws, from push or from end', () => {
    const refusal = new Error('no such column');
    const readHeader = () => {
      throw refusal;
    };
    expect(() => new CsvSplitter({ ...LIMITS, readHeader }).push(Buffer.from('a\n'))).toThrow(refusal);
    expect(() => split(Buffer.from('a'), [1], { ...LIMITS, readHeader })).toThrow(refusal);
  });

  it('takes no more after a refusal or after its end', () => {
    const refused = new CsvSplitter(optionsWith(0));
    expect(() => refused.push(Buffer.from('a"'))).toThrow(CsvRefusal);
    expect(() => refused.push(Buffer.from('a'))).toThrow('ended or was refused');
    expect(() => refused.end()).toThrow('ended or was refused');
    const ended = new CsvSplitter(optionsWith(0));
    ended.push(Buffer.from('a\n'));
    ended.end();
    expect(() => ended.end()).toThrow('ended or was refused');
  });
});
