import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Minutes of waiting: `npm run test:drill`, which needs Prometheus, and `npm run test:soak`.
    exclude: ['drill', 'soak']
      .filter((room) => !process.env[room.toUpperCase()])
      .map((room) => `test/${room}/**`),
    globalSetup: ['test/support/build.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, as it is otherwise, is no promise on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    // What is slow to make serves all files of a process: modules, a service to ask, a browser.
    isolate: false,
    // One more than there are cores: many files wait for processes and for what expires, but drills need room, too.
    maxWorkers: availableParallelism() + 1,
    // openapi-typescript writes with the compiler API of TypeScript 5, which TypeScript 7 does not have. ts-morph brings
    // it along as a plain file, without a second tsc.
    alias: { typescript: '@ts-morph/common/dist/typescript.js' },
    server: { deps: { inline: ['openapi-typescript'] } },
  },
});
