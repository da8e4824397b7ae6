import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { z } from 'zod';
import { authenticate, indexKeys } from '../../src/keys/authenticate.js';
import { type KeyRecord, readKeyFile, serializeKeyFile } from '../../src/keys/key-file.js';
import { run } from '../support/finished.js';
import { KEYS_CLI, temporaryDirectory } from './support.js';

/** A key file of this test alone, and the command line working on it. */
export async function operator(...keys: readonly KeyRecord[]) {
  const directory = await temporaryDirectory();
  const path = join(directory, 'data', 'keys.json');
  const keysIn = (args: readonly string[], env: NodeJS.ProcessEnv = { KEYS_FILE: path }, cwd = directory) =>
    run(process.execPath, [KEYS_CLI, ...args], { cwd, env });
  if (keys.length > 0) {
    await keysIn(['issue', '--holder', 'temporary']);
    await writeFile(path, serializeKeyFile([...keys]));
  }
  const json = async <T>(schema: z.ZodType<T>, ...args: readonly string[]): Promise<T> => {
    const { code, stdout, stderr } = await keysIn([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return schema.parse(JSON.parse(stdout));
  };
  const answer = async (token: string, at = Date.now()) =>
    authenticate(`Bearer ${token}`, indexKeys(await readKeyFile(path)), at);
  return { path, directory, keysIn, json, answer };
}
