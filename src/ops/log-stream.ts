import { openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Where log lines go: gathered, and written off the event loop. */
export interface LogStream extends DestinationStream {
  /** Calls back when everything so far is written, or lost because it cannot be. */
  flush(done: () => void): void;
  /**
   * Writes what is gathered before it returns; gives up when the destination fails or takes nothing for 2 s. Lines
   * that the system has in its hands at this moment it finishes by itself, perhaps after these.
   */
  flushSync(): void;
}

/**
 * Whole lines are written in pieces of this many bytes, or after this time. A pipe takes a piece of 4096 bytes at
 * once or not at all (PIPE_BUF), so that two writes at the same time never tear a line.
 */
const pieceBytes = 4096;
const gatheredMs = 250;

/** Pieces beyond this (16 MiB) are dropped while whoever reads the log stands still. */
const mostPieces = 4096;

const busyRetryMs = 20;
const busyPatienceMs = 2000;

const streams = new Set<LogStream>();

process.on('exit', () => {
  for (const stream of streams) stream.flushSync();
});

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

/** @throws when the destination fails or stays busy for too long. */
function writeWhole(fd: number, bytes: Uint8Array): void {
  const giveUpAt = performance.now() + busyPatienceMs;
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyRetryMs);
    }
  }
}

/** Says on standard error, once, that lines are lost; where that fails too, there is no place left to say it. */
function createComplaint(): (error: unknown) => void {
  let complained = false;
  return (error) => {
    if (complained) return;
    complained = true;
    const reason = error instanceof Error ? error.message : String(error);
    write(2, `log lines are being lost: ${reason}\n`, () => {});
  };
}

/**
 * Appends to a file or a file descriptor. Written out here because pino's own destination repeats a write at exit for
 * ever when the disk is full or the reader has gone: a process that must end would then hang.
 */
export function createLogStream(destination: string | number): LogStream {
  const fd = typeof destination === 'number' ? destination : openSync(destination, 'a');
  const complain = createComplaint();
  let pieces: string[] = [];
  let lastPieceBytes = 0;
  /** Taken from the pieces and not yet written; `inHands` while the system writes it. */
  let leaving: Uint8Array = new Uint8Array();
  let inHands = false;
  let alarmSet = false;
  let waiting: (() => void)[] = [];

  function gather(line: string): void {
    const bytes = Buffer.byteLength(line);
    const fits = pieces.length > 0 && lastPieceBytes + bytes <= pieceBytes;
    if (fits) pieces[pieces.length - 1] += line;
    else pieces.push(line);
    lastPieceBytes = fits ? lastPieceBytes + bytes : bytes;
  }

  function send(): void {
    if (leaving.length === 0) leaving = Buffer.from(pieces.shift() ?? '');
    inHands = true;
    write(fd, leaving, (error, length) => {
      inHands = false;
      if (isBusy(error)) {
        setTimeout(next, busyRetryMs);
        return;
      }
      if (error !== null) complain(error);
      leaving = error === null ? leaving.subarray(length) : new Uint8Array();
      next();
    });
  }

  /** Goes on where there is a reason to, else sees to it that the last lines do not stay for ever. */
  function next(): void {
    if (inHands) return;
    if (leaving.length > 0 || pieces.length > 1 || (pieces.length > 0 && waiting.length > 0)) {
      send();
      return;
    }
    const done = waiting;
    waiting = [];
    for (const call of done) call();
    if (pieces.length > 0) wakeLater();
  }

  function wakeLater(): void {
    if (alarmSet) return;
    alarmSet = true;
    setTimeout(() => {
      alarmSet = false;
      if (!inHands && pieces.length > 0) send();
    }, gatheredMs).unref();
  }

  const stream: LogStream = {
    write(line) {
      if (pieces.length >= mostPieces) {
        complain(new Error('nobody takes them'));
        return;
      }
      gather(line);
      if (inHands || leaving.length > 0) return;
      if (pieces.length > 1) send();
      else wakeLater();
    },
    flush(done) {
      waiting.push(done);
      if (leaving.length === 0) next();
    },
    flushSync() {
      const lines = pieces.map((piece) => Buffer.from(piece));
      const all = inHands ? lines : [leaving, ...lines];
      pieces = [];
      if (!inHands) leaving = new Uint8Array();
      try {
        for (const piece of all) writeWhole(fd, piece);
      } catch (error) {
        complain(error);
      }
    },
  };
  streams.add(stream);
  return stream;
}
