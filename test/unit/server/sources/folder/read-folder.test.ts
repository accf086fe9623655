import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderFiles } from '../../../../../electron/server/nodes/documentloaders/folder-files.ts';
import { folderFiles as definition } from '../../../../../shared/nodes/documentloaders/folder-files.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
const folders = makeLoadFolders();
afterAll(() => folder.remove());

const read = (params: Record<string, unknown>) =>
  readOrigin(folderFiles, parseNodeParams(definition, { folderPath: folder.path, ...params }), folders);

test('a folder whose files all lie in subfolders says so, and which switch reads them', async () => {
  await mkdir(join(folder.path, 'below', 'deep'), { recursive: true });
  await writeFile(join(folder.path, 'below', 'deep', 'a.txt'), 'a');
  await expect(read({})).rejects.toMatchObject({
    code: 'NO_FILES',
    message: expect.stringMatching(/: 1 file is in its subfolders, which are not read; switch on "With subfolders"\.$/),
  });
  expect((await read({ recursive: true })).documents).toMatchObject([{ text: 'a' }]);
  await expect(read({ include: '*.pdf' })).rejects.toThrow(/check where it leads, and its patterns if it has any\.$/);
});
