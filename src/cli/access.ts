import { readFile } from 'node:fs/promises';
import { CommandError, EXIT, fileProblem } from './command-error.js';

/** The address of the service and the key to use. */
export interface Access {
  /** Ends in a slash, so that paths can be appended. */
  readonly url: URL;
  readonly key: string;
}

export interface AccessOptions {
  readonly url: string;
  readonly keyFile?: string | undefined;
}

/** Characters that a header can contain. */
const VISIBLE = /^[!-~]+$/;

/**
 * The service's address, and the key from `--key-file` or a variable: never from an option, which every user of the
 * machine can see in the process list. The variable is PRORATA_KEY; API_KEY, from earlier documentation, is also read.
 *
 * @throws CommandError that says what to type.
 */
export async function accessOf({ url, keyFile }: AccessOptions, env: NodeJS.ProcessEnv): Promise<Access> {
  return { url: addressOf(url), key: await keyOf(keyFile, env) };
}

function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const example = 'Give it as https://limits.example.edu, in PRORATA_URL or with --url.';
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(EXIT.refused, `"${text}" is not the address of a service. ${example}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new CommandError(
      EXIT.refused,
      `The address must not contain a user name or a password. ${example}`,
    );
  }
  return new URL(url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`, url);
}

async function keyOf(file: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const key = (file === undefined ? env['PRORATA_KEY'] || env['API_KEY'] : await textOf(file))?.trim();
  if (key === undefined || key === '') {
    const where = file === undefined ? 'There is no API key.' : `There is no API key in ${file}.`;
    throw new CommandError(
      EXIT.refused,
      `${where} Put it into the variable PRORATA_KEY, or name its file with --key-file. To calculate on this computer, without a service and a key, add --local.`,
    );
  }
  if (VISIBLE.test(key)) return key;
  const source = file ?? (env['PRORATA_KEY'] ? 'PRORATA_KEY' : 'API_KEY');
  throw new CommandError(
    EXIT.refused,
    `What is in ${source} is not an API key: a key is one word on one line.`,
  );
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw fileProblem(`read the key file ${file}`, error);
  }
}
