import { readFile, stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.js';

/** A sentence for each setting that can do harm: what is wrong, and what to change. */
export async function startWarnings(config: Pick<Config, 'keysFile' | 'adminHost'>): Promise<string[]> {
  const { keysFile, adminHost } = config;
  const warnings = [await keyFileWarning(keysFile)];
  if (isPublic(adminHost)) {
    warnings.push(
      `The operator port listens on a public address (${adminHost}): whoever reaches it can read metrics and the queue. Set ADMIN_HOST to 127.0.0.1 or to an address of an inner network.`,
    );
  }
  return warnings.filter((warning) => warning !== undefined);
}

const MOST_CONNECTIONS = 10_000;

/** Descriptors for the operator port, Redis, threads, files and the log, never for callers' connections. */
const RESERVED_DESCRIPTORS = 256;

/** Maximum number of callers' connections, within this process's limit of open files. */
export async function mostConnections(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const free = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2));
  return Math.min(MOST_CONNECTIONS, Math.max(1, free));
}

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;

async function keyFileWarning(path: string): Promise<string | undefined> {
  const { mode } = await stat(path).catch(() => ({ mode: 0 }));
  if ((mode & (OTHERS_READ | OTHERS_WRITE)) === 0) return undefined;
  const can = mode & OTHERS_WRITE ? 'change it, and so let themselves in' : 'read it';
  return `The key file ${path} is open to every user of this machine, who can ${can}. Run: chmod o-rwx ${path}`;
}

/** Kinds of addresses of this machine or an inner network. */
const INNER = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'];

/** Whether a server on this host can be reached from everywhere; false for a name, which is not resolved. */
function isPublic(host: string): boolean {
  const own = () => Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const addresses = ['0.0.0.0', '::'].includes(host) ? own().map(({ address }) => address) : [host];
  return addresses.some((each) => ipaddr.isValid(each) && !INNER.includes(ipaddr.parse(each).range()));
}
