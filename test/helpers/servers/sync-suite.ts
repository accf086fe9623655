import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type ApiSuite, setUpApiSuite } from './api-suite.ts';

export interface SyncSuite {
  /** The server of all tests. */
  readonly suite: ApiSuite;
  /** Path of a new empty folder for each test. */
  readonly papers: string;
  /** Writes a file of that folder, "This is" and its path if nothing else is given. */
  put(path: string, content?: string): void;
}

/** For tests of syncing with a folder. */
export function setUpSyncSuite(): SyncSuite {
  const suite = setUpApiSuite({ dimensions: 8 }, 'own');
  let papers: ReturnType<typeof makeTemporaryFolder>;
  beforeEach(() => {
    papers = makeTemporaryFolder();
  });
  afterEach(() => papers.remove());
  return {
    suite,
    get papers() {
      return papers.path;
    },
    put(path, content = `This is ${path}`) {
      mkdirSync(dirname(join(papers.path, path)), { recursive: true });
      writeFileSync(join(papers.path, path), content);
    },
  };
}
