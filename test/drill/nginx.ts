import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../support/client.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { endWithUs, ownFolder } from '../support/with-us.js';
import { readText } from '../support/yaml-files.js';

/** The shipped lines with the replicas' ports for their addresses, and without TLS. */
function linesFor(port: number, replicas: readonly number[]): string {
  const [first, ...rest] = readText('deploy/nginx/prorata.conf').split(/^ +server 10\.0\.0\.\d+:3000/m);
  if (first === undefined || rest.length !== replicas.length) throw new Error('two replicas were expected');
  return [first, ...rest.map((text, at) => `    server 127.0.0.1:${replicas[at]}${text}`)]
    .join('')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ +ssl_.*$/gm, '');
}

/**
 * Starts a real nginx with the lines that operators are given, in front of these ports.
 *
 * @throws Error that says what to install when there is no nginx.
 */
export async function startNginx(replicas: readonly number[]) {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0) {
    throw new Error('The drill needs nginx: on Debian, apt-get install nginx-light');
  }
  const folder = ownFolder('nginx');
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `daemon off; worker_processes 2; pid ${folder}/pid; error_log /dev/null;
events {}
http {
  access_log off;
  ${paths.join('\n  ')}
  ${linesFor(port, replicas)}
}`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config);
  const child = spawn('nginx', ['-e', '/dev/null', '-c', file], { stdio: 'ignore' });
  endWithUs(child);
  const ended = once(child, 'exit');
  const host = '127.0.0.1';
  const isUp = async () => (await ask({ host, port }, 'GET', '/healthz').catch(() => null))?.status === 200;
  await until(isUp, 'nginx reaches a replica');
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
