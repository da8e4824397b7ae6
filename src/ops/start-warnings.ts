import { readFile, stat } from 'node:fs/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The settings that warnings are about, such as a `Config`. */
export interface Exposure {
  readonly keysFile: string;
  readonly adminHost: string;
  readonly maxConnections: number;
}

/** Descriptors reserved for the operator port, Redis, threads, files and the log, never for callers' connections. */
const RESERVED_DESCRIPTORS = 256;

/** A sentence for each setting that can do harm: what it is, and what to change. */
export async function startWarnings(exposure: Exposure, descriptors: number | undefined): Promise<string[]> {
  const { keysFile, adminHost, maxConnections } = exposure;
  const warnings = [await keyFileWarning(keysFile)];
  if (isPublic(adminHost)) {
    warnings.push(
      `The operator port listens on a public address (${adminHost}): whoever reaches it can read metrics and the queue. Set ADMIN_HOST to 127.0.0.1 or to an address of an inner network.`,
    );
  }
  const most = connectionsWithin(descriptors, maxConnections);
  if (most < maxConnections) {
    warnings.push(
      `This process may open ${descriptors} files, too few for MAX_CONNECTIONS (${maxConnections}): it takes ${most} connections, and keeps the rest for Redis and the operator port. Raise the limit (ulimit -n, LimitNOFILE) to ${maxConnections + RESERVED_DESCRIPTORS}, or lower MAX_CONNECTIONS.`,
    );
  }
  return warnings.filter((warning) => warning !== undefined);
}

/** The number of caller connections possible with this many descriptors; undefined if the number is not known. */
export function connectionsWithin(descriptors: number | undefined, maxConnections: number): number {
  if (descriptors === undefined) return maxConnections;
  const free = Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2));
  return Math.min(maxConnections, Math.max(1, free));
}

/** Descriptors that this process may have open; undefined on systems that do not tell, or if there is no limit. */
export async function descriptorLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? undefined : Number(soft);
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
