import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/soak/*.soak.ts'],
    globalSetup: ['test/support/build.ts'],
    pool: 'forks',
  },
});
