import { type Command, helpText, parseCommand, UsageError } from './cli-arguments.js';
import { type Report, reportIssued, reportList, reportReplaced, reportRevoked } from './cli-output.js';
import { KeyFileError } from './key-file-errors.js';
import { issueKey, listKeys, replaceKey, revokeKey } from './key-operations.js';

/** What a command leaves to be said. Exit codes: 0 done, 1 failed, 2 the command line is wrong. */
export interface CommandResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

const ALREADY_EXPIRED = 'Note that the new key has expired already: its time of expiry is in the past.\n';

/**
 * Does what a command line of `keys` says, `--help` included; `typed` is what stands in front of it, for the help. Throws only what is
 * a defect of the program.
 */
export async function runKeysCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  typed = 'npm run keys --',
): Promise<CommandResult> {
  const now = new Date();
  try {
    const command = parseCommand(args, env, now);
    if (command.name === 'help') return { exitCode: 0, stdout: helpText(typed), stderr: '' };
    const { json, text } = await run(command, now);
    const isOver =
      'expiresAt' in command && command.expiresAt && command.expiresAt.getTime() <= now.getTime();
    return {
      exitCode: 0,
      stdout: command.json ? `${JSON.stringify(json)}\n` : text,
      stderr: isOver ? ALREADY_EXPIRED : '',
    };
  } catch (error) {
    if (error instanceof UsageError) {
      const stderr = `${error.message}\nRun "${typed} --help" to see what can be said.\n`;
      return { exitCode: 2, stdout: '', stderr };
    }
    if (error instanceof KeyFileError) return { exitCode: 1, stdout: '', stderr: `${error.message}\n` };
    throw error;
  }
}

async function run(command: Exclude<Command, { name: 'help' }>, now: Date): Promise<Report> {
  const { file } = command;
  switch (command.name) {
    case 'issue':
      return reportIssued(await issueKey(file, command.holder, command.expiresAt, now));
    case 'list':
      return reportList(await listKeys(file), now);
    case 'revoke':
      return reportRevoked(await revokeKey(file, command.id, now));
    case 'replace':
      return reportReplaced(await replaceKey(file, command.id, command.overlapMs, command.expiresAt, now));
  }
}
