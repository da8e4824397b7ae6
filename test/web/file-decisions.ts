import type { Page } from 'playwright-core';
import { BANNER, COLLEAGUE, PEOPLESOFT } from './exports.js';
import { decide, done, giveFile, unfold } from './file-steps.js';

/** Opens the export of Banner and answers what it leaves open. */
export async function banner(page: Page): Promise<void> {
  await giveFile(page, 'banner.csv', BANNER);
  await answerBanner(page);
}

/** What an officer answers who has undergraduates alone. */
export async function answerBanner(page: Page): Promise<void> {
  await decide(page, 'column:degree_level', null, 'Everybody: undergraduate');
  await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
  await decide(page, 'need', null, 'The column "NEED_AMOUNT"');
}

/** Opens the export of PeopleSoft and answers what it leaves open. */
export async function peoplesoft(page: Page, content = PEOPLESOFT): Promise<void> {
  await giveFile(page, 'peoplesoft.tsv', content);
  await answerPeoplesoft(page);
}

export async function answerPeoplesoft(page: Page): Promise<void> {
  await decide(page, 'blank_credits', 'Fall', 'not enrolled');
  await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
  await decide(page, 'need', null, 'The column "Need"');
}

/** Opens the export of Colleague and answers what it leaves open. */
export async function colleague(page: Page): Promise<void> {
  await giveFile(page, 'colleague.csv', Buffer.from(COLLEAGUE, 'latin1'));
  await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
  await decide(page, 'need', null, 'Nobody has any');
}

/** Says that a row of the ledger is a fund, and which column names it. */
export async function ledger(page: Page, fund: string): Promise<void> {
  await unfold(page, 'Which of your columns is which');
  await page.getByLabel('One row of your file is').selectOption('fund');
  await page.getByLabel('Column of the amount paid so far').selectOption('DISBURSED_BALANCE');
  await page.getByLabel('Column that names the fund').selectOption(fund);
  await done(page);
}

export async function answerLedger(page: Page): Promise<void> {
  await decide(page, 'funds', 'WORK', /^none/i);
  await decide(page, 'funds', 'DUNSUB', /unsubsidized/i);
  await decide(page, 'funds', 'PELL', /^none/i);
  await decide(page, 'full_time_credits', 'undergraduate', '12 credits');
  await decide(page, 'need', null, 'Nobody has any');
}
