import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/**
 * One pool for all suites, with a worker more than there are cores: tests wait for servers, disks and timers a tenth of their time. Where the page is held to
 * its longest task, nothing runs beside it.
 */
const workers = process.env.TRIBUTARY_QUIET === undefined ? Math.max(2, availableParallelism()) + 1 : 1;

/** Threads and processes of the server are those of the build, wherever its code runs in the tests' own process. */
const withBuiltServer = {
  globalSetup: './test/built-server-setup.ts',
  alias: [
    {
      find: /^.*\/entry-url\.ts$/,
      replacement: fileURLToPath(new URL('./test/helpers/servers/built-entries.ts', import.meta.url)),
    },
  ],
};

/** Under a watch the threads of small tests start from their sources: a build after each change takes longer. */
const forUnits = process.argv.includes('watch') ? {} : withBuiltServer;

/** Files with a process of their own. */
const isolated = ['test/**/*.isolated.test.{ts,tsx}'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long a condition may take to come true, not how long a test waits.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          // Its files share a process, one after the other: most of a file's time was to start one and import the sources anew.
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: isolated,
          isolate: false,
          ...forUnits,
          setupFiles: './test/leaves-nothing.ts',
        },
      },
      {
        extends: true,
        test: {
          // What mocks modules or changes the environment has a process to itself.
          name: 'isolated',
          include: isolated,
          ...forUnits,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          exclude: isolated,
          // The files of a worker share modules, and with them a server.
          isolate: false,
          ...withBuiltServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'durability',
          include: ['test/durability/**/*.test.ts'],
          exclude: isolated,
          isolate: false,
          ...withBuiltServer,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // The files of a worker share modules, and with them a server and a browser.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // Kept out of `npm test`: npm run test:long.
          name: 'long',
          env: { TRIBUTARY_LONG: '1' },
          include: ['test/long/**/*.test.ts'],
          testTimeout: 300_000,
          // An app is packed, and a server filled, before the first test.
          hookTimeout: 300_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
