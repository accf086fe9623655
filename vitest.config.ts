import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites of functions and of servers in the same process. */
const quick = { maxWorkers: availableParallelism(), sequence: { groupOrder: 0 } };
/**
 * Suites that start whole servers and browsers come after those before them, and never more than two at a time, so that they do not starve each other.
 * Where the page is held to its longest task, nothing runs beside it.
 */
const heavy = { maxWorkers: process.env.TRIBUTARY_QUIET === undefined ? 2 : 1, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    pool: 'forks',
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long a condition may take to come true, not how long a test waits.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/contract/**/*.test.ts'],
          ...quick,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          ...quick,
        },
      },
      {
        extends: true,
        test: {
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          testTimeout: 300_000,
          ...heavy,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...heavy,
        },
      },
      {
        extends: true,
        test: {
          // Kept out of `npm test`: npm run test:long.
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          testTimeout: 300_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
