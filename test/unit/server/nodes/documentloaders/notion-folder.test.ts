import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notionFolder } from '../../../../../electron/server/nodes/documentloaders/notion-folder.ts';
import { notionFolder as definition } from '../../../../../shared/nodes/documentloaders/notion-folder.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';

const folders = makeLoadFolders();
const root = await mkdtemp(join(tmpdir(), 'tributary-notion-'));
afterAll(() => rm(root, { recursive: true, force: true }));

const PAGE = '0123456789abcdef0123456789abcdef';
const CHILD = 'ABCDEF0123456789ABCDEF0123456789';
const TABLE = 'ffffffffffffffffffffffffffffffff';

/** As Notion writes it: each page a file, its children in a folder of the same name. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  [`Handbook ${PAGE}.md`]: '# Handbook\n\nWelcome 👋',
  [`Handbook ${PAGE}/Leave & holidays ${CHILD}.md`]: '# Leave & holidays\n\nStatus: Done\n\n30 days.',
  [`Handbook ${PAGE}/photo.png`]: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]),
  [`Handbook ${PAGE}/People ${TABLE}.csv`]: 'Name,Team\nAda,Maths\n',
  [`Handbook ${PAGE}/People ${TABLE}_all.csv`]: 'Name,Team\nAda,Maths\nEmmy,Algebra\n',
  'Plain page.md': 'No id here.',
  [`${PAGE}.md`]: 'No title here.',
  'index.html': '<p>Made by Notion</p>',
};

beforeAll(async () => {
  const before = new Date(Date.now() - 60_000);
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, 'export', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await utimes(file, before, before);
  }
  await writeFile(join(root, 'Export.zip'), 'PK');
});

function read(folder: string) {
  return readOrigin(notionFolder, definition.params.parse({ notionFolder: folder }), folders);
}

describe('notionFolder', () => {
  test('reads pages and whole tables, with titles free of ids', async () => {
    const { documents, progress } = await read(join(root, 'export'));
    expect(documents).toMatchObject([
      {
        text: 'No title here.',
        metadata: { title: PAGE, path: PAGE, source: `${PAGE}.md`, notionId: PAGE },
      },
      {
        metadata: {
          title: 'Leave & holidays',
          path: 'Handbook/Leave & holidays',
          source: `Handbook ${PAGE}/Leave & holidays ${CHILD}.md`,
          notionId: CHILD.toLowerCase(),
        },
      },
      { text: 'Name: Ada\nTeam: Maths', metadata: { title: 'People', path: 'Handbook/People', line: 1 } },
      { text: 'Name: Emmy\nTeam: Algebra', metadata: { title: 'People', notionId: TABLE, line: 2 } },
      { metadata: { title: 'Handbook', path: 'Handbook', notionId: PAGE } },
      { text: 'No id here.', metadata: { title: 'Plain page', path: 'Plain page', source: 'Plain page.md' } },
    ]);
    expect(documents[1]?.text).toContain('30 days.');
    expect(documents[4]?.text).toContain('Welcome 👋');
    expect(documents[5]?.metadata).not.toHaveProperty('notionId');
    expect(progress).toMatchObject({ done: 5, total: 5 });
  });

  test('does not open unchanged pages again', async () => {
    const first = await read(join(root, 'export'));
    const second = await read(join(root, 'export'));
    expect(second.opened).toEqual([]);
    expect(second.documents).toEqual(first.documents);
  });

  test('says that an archive is to be unpacked', async () => {
    await expect(read(join(root, 'Export.zip'))).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('is an archive that is not unpacked yet'),
      details: { param: 'notionFolder' },
    });
  });

  test('tries the folder by counting its pages', async () => {
    const params = definition.params.parse({ notionFolder: join(root, 'export') });
    expect(await notionFolder.checkConnection?.(params, new AbortController().signal)).toBe(
      'The folder "export" has 6 files that fit.',
    );
  });
});
