import { cellAt, type FileColumn } from './cells.js';
import { DATE, OF_DATES } from './status-words.js';
import { Tally } from './tally.js';

/** Names of dates on which something is paid, unlike that on which it was. */
const OF_PAYMENT = /_(?:disb(?!ursed)\w*|payments?|sched\w*|planned|anticipated|expected)_/;

/** An unread column of dates beside amounts paid: what is only scheduled has one, too. */
export class PaymentDates {
  /** Rows with a date and an amount. */
  readonly tally = new Tally();
  /** The terms of those rows. */
  readonly terms = new Set<string>();

  constructor(
    readonly place: number,
    readonly name: string,
  ) {}

  /** Adds a row of an amount paid. */
  add(given: readonly string[], label: string, student: number, row: number): void {
    if (!DATE.test(cellAt(given, this.place))) return;
    this.tally.add(student, row);
    this.terms.add(label);
  }
}

/** Those of some columns that by their names have dates of payments. */
export function paymentDates(columns: readonly FileColumn[]): readonly PaymentDates[] {
  return columns.flatMap(({ place, name, words }) =>
    OF_PAYMENT.test(words) && OF_DATES.test(words) ? [new PaymentDates(place, name)] : [],
  );
}
