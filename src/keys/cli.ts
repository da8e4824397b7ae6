import process from 'node:process';
import { type Command, HELP, parseCommand, UsageError } from './cli-arguments.js';
import { type Report, reportIssued, reportList, reportReplaced, reportRevoked } from './cli-output.js';
import { KeyFileError } from './key-file-errors.js';
import { issueKey, listKeys, replaceKey, revokeKey } from './key-operations.js';

/** Does what the command line says and reports on the standard output; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const now = new Date();
  try {
    const command = parseCommand(args, process.env['KEYS_FILE'], now);
    if (command.name === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    const report = await run(command, now);
    process.stdout.write(command.json ? `${JSON.stringify(report.json)}\n` : report.text);
    if ('expiresAt' in command && command.expiresAt && command.expiresAt.getTime() <= now.getTime()) {
      process.stderr.write('Note that the new key has expired already: its time of expiry is in the past.\n');
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nRun "npm run keys -- --help" to see what can be said.\n`);
      return 2;
    }
    if (error instanceof KeyFileError) {
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    throw error;
  }
}

async function run(command: Exclude<Command, { name: 'help' }>, now: Date): Promise<Report> {
  switch (command.name) {
    case 'issue':
      return reportIssued(await issueKey(command.file, command.holder, command.expiresAt, now));
    case 'list':
      return reportList(await listKeys(command.file), now);
    case 'revoke':
      return reportRevoked(await revokeKey(command.file, command.id, now));
    case 'replace':
      return reportReplaced(
        await replaceKey(command.file, command.id, command.overlapMs, command.expiresAt, now),
      );
  }
}

process.exitCode = await main(process.argv.slice(2));
