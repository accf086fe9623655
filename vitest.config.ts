import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Suites that start whole servers and browsers: one file at a time, after those before them, so that they never starve each other. */
const alone = { fileParallelism: false, maxWorkers: 1 };

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
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          testTimeout: 300_000,
          sequence: { groupOrder: 2 },
          ...alone,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 3 },
          ...alone,
        },
      },
      {
        extends: true,
        test: {
          // Kept out of `npm test`: npm run test:long.
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          testTimeout: 300_000,
          sequence: { groupOrder: 4 },
          ...alone,
        },
      },
    ],
  },
});
