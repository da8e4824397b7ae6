import { readFile, stat } from 'node:fs/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from './config.js';

/** A sentence for each setting that can do harm: what it is, and what to change. */
export async function startWarnings({
  keysFile,
  adminHost,
}: Pick<Config, 'keysFile' | 'adminHost'>): Promise<string[]> {
  const warnings = [await keyFileWarning(keysFile)];
  if (isPublic(adminHost)) {
    warnings.push(
      `The operator port listens on a public address (${adminHost}): whoever reaches it can read metrics and the queue. Set ADMIN_HOST to 127.0.0.1 or to an address of an inner network.`,
    );
  }
  return warnings.filter((warning) => warning !== undefined);
}

/** The most connections of callers. */
const MOST_CONNECTIONS = 10_000;

/** Descriptors for the operator port, Redis, threads, files and the log, never for callers' connections. */
const RESERVED_DESCRIPTORS = 256;

/** How many connections of callers there may be with the descriptors that this process may open, if there is a limit. */
export async function mostConnections(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const descriptors = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const free = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2));
  return Math.min(MOST_CONNECTIONS, Math.max(1, free));
}

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;

async function keyFileWarning(path: string): Promise<string | undefined> {
  const mode = await stat(path).then(
    (found) => found.mode,
    () => 0,
  );
  // Windows has no such permissions, and shows everything as open to all.
  if (process.platform === 'win32' || (mode & (OTHERS_READ | OTHERS_WRITE)) === 0) return undefined;
  const can = mode & OTHERS_WRITE ? 'change it, and so let themselves in' : 'read it';
  return `The key file ${path} is open to every user of this machine, who can ${can}. Run: chmod o-rwx ${path}`;
}

/** Addresses of this machine or an inner network: RFC 1918, 6598, 3927, 4193 and 4291. */
const INNER = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const) {
  INNER.addSubnet(net, bits, 'ipv4');
}
INNER.addAddress('::1', 'ipv6');
INNER.addSubnet('fc00::', 7, 'ipv6');
INNER.addSubnet('fe80::', 10, 'ipv6');

const EVERY_INTERFACE = ['0.0.0.0', '::'];

/** Whether a server on this host can be reached from everywhere; for a host name this is not known. */
function isPublic(host: string): boolean {
  if (!EVERY_INTERFACE.includes(host)) return isIP(host) !== 0 && !isInner(host);
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => !isInner(address));
}

function isInner(address: string): boolean {
  return INNER.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
