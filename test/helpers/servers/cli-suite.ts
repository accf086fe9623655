import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ApiSuite, setUpApiSuite } from './api-suite.ts';
import { type CliResult, callCli, runCli } from './run-cli.ts';

/** The working directory of the command line: new for each test. */
export interface WorkFolder {
  readonly path: string;
  /** Writes a file into the folder of the test. */
  readonly write: (name: string, content: string) => string;
}

/** The environment of tests that call the command line beside a running server. */
export interface CliSuite extends ApiSuite {
  readonly work: WorkFolder;
  /** Calls the command line with the server's data folder, in a process of its own and in the work folder. */
  readonly cli: (...args: readonly string[]) => Promise<CliResult>;
  /** The same in this process, which takes a tenth of the time: with full paths, and not for uploads that are refused. */
  readonly call: (...args: readonly string[]) => Promise<CliResult>;
}

/** Makes the folder before each test, and removes it after. */
export function setUpWorkFolder(): WorkFolder {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => folder.remove());
  return {
    get path() {
      return folder.path;
    },
    write: (name, content) => {
      const path = join(folder.path, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    },
  };
}

/** Starts an API suite, and makes a work folder for each test. */
export function setUpCliSuite(): CliSuite {
  const work = setUpWorkFolder();
  const suite = setUpApiSuite();
  const cli: CliSuite['cli'] = (...args) => runCli([...args, '--data-dir', suite.server.dataDir], { cwd: work.path });
  const call: CliSuite['call'] = (...args) => callCli([...args, '--data-dir', suite.server.dataDir]);
  // Not spread: that would read the server before it has started.
  return Object.assign(suite, { work, cli, call });
}
