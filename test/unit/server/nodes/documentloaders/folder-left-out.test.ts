import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { folderFiles } from '../../../../../electron/server/nodes/documentloaders/folder-files.ts';
import { folderFiles as definition } from '../../../../../shared/nodes/documentloaders/folder-files.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';

const folders = makeLoadFolders();
const root = await mkdtemp(join(tmpdir(), 'tributary-folder-'));
afterAll(() => rm(root, { recursive: true, force: true }));

let folder: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  folder = join(root, `folder ${count}`);
  await mkdir(folder);
});

function read(params: Record<string, unknown> = {}) {
  return readOrigin(
    folderFiles,
    parseNodeParams(definition, { folderPath: folder, recursive: true, ...params }),
    folders,
  );
}

const sources = async (params: Record<string, unknown>) =>
  (await read(params)).documents.map(({ metadata }) => metadata.source);

describe('what a folder leaves out', () => {
  test('skips files that a program still writes, unless hidden ones are read', async () => {
    for (const path of ['a.md.part', 'b.md.crdownload', 'c.tmp', '~WRL0001.tmp', 'd.md'])
      await writeFile(join(folder, path), path);
    expect(await sources({ include: '*' })).toEqual(['d.md']);
    expect(await sources({ include: '*.part', includeHidden: true })).toEqual(['a.md.part']);
  });

  test.skipIf(process.platform !== 'linux')('tells names that are not in UTF-8', async () => {
    await writeFile(join(folder, 'a.md'), 'a');
    const odd = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('gr\xfc\xdfe.md', 'latin1')]);
    await writeFile(odd, 'b');
    const { documents, notes } = await read();
    expect(documents).toHaveLength(1);
    expect(notes).toEqual([[basename(folder), 'Left out: gr\ufffd\ufffde.md, with a name that is not in UTF-8.']]);
  });
});
