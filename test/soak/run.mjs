import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

// npm run test:soak -- --minutes 30
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes >= 1 && minutes <= 1440)) {
  process.stderr.write('--minutes takes a number from 1 to 1440.\n');
  process.exit(2);
}
const runner = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/soak/vitest.config.ts'];
const child = spawn(process.execPath, [...runner, '--disable-console-intercept'], {
  env: { ...process.env, SOAK_MINUTES: String(minutes) },
  stdio: 'inherit',
});
child.on('exit', (code) => process.exit(code ?? 1));
