const DATE =
  /^\s*(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2}))?\S*\s*([ap])?.*)?$/i;

/** Whether both cells are dates and the first is the older one. Of days and months, the month comes first if it can. */
export function isOlder(cell: string, than: string): boolean {
  if (cell === than) return false;
  const [one, other] = [DATE.exec(cell), DATE.exec(than)];
  if (one === null || other === null) return false;
  const isDayFirst = [one, other].some(([, first]) => Number(first) > MONTHS && (first?.length ?? 0) < 3);
  return timeOf(one, isDayFirst) < timeOf(other, isDayFirst);
}

const MONTHS = 12;

/** A number that grows with time. */
function timeOf(date: RegExpExecArray, isDayFirst: boolean): number {
  const [first = 0, second = 0, third = 0, hour = 0, minute = 0, seconds = 0] = date.slice(1, 7).map(Number);
  const isIso = (date[1]?.length ?? 0) > 2;
  const [year, month, day] = isIso
    ? [first, second, third]
    : isDayFirst
      ? [third, second, first]
      : [third, first, second];
  const half = /p/i.test(date[7] ?? '') ? 12 : 0;
  const hours = (date[7] === undefined ? hour : hour % 12) + half;
  return (((year * 13 + month) * 32 + day) * 24 + (hours || 0)) * 3600 + (minute || 0) * 60 + (seconds || 0);
}
