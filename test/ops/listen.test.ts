import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../src/ops/listen.js';

// A port that is taken is in start.test.ts.
test('an address of another machine is named, with its variable and what to do', async () => {
  await expect(listen(createServer(), { host: '192.0.2.1', port: 0, variables: '' })).rejects.toThrow(
    /^HOST: 192\.0\.2\.1 is not an address of this machine\. Give one/,
  );
});
