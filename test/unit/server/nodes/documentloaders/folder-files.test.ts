import { chmod, mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { folderFiles } from '../../../../../electron/server/nodes/documentloaders/folder-files.ts';
import { folderFiles as definition } from '../../../../../shared/nodes/documentloaders/folder-files.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makeDocx, makeEncryptedPdf, makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { openOrigin, readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';

const folders = makeLoadFolders();
/** Root may read everything, whatever its mode. */
const isRoot = process.getuid?.() === 0;
const root = await mkdtemp(join(tmpdir(), 'tributary-folder-'));
afterAll(() => rm(root, { recursive: true, force: true }));

let folder: string;
let count = 0;

beforeEach(async () => {
  count += 1;
  folder = join(root, `${count} Ordner 📁`);
  await mkdir(folder);
});

/** Old enough to be settled. */
const LONG_AGO = new Date('2024-05-06T07:08:09Z');

async function put(path: string, content: string | Uint8Array): Promise<void> {
  const full = join(folder, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, content);
  await utimes(full, LONG_AGO, LONG_AGO);
}

function read(params: Record<string, unknown> = {}, signal?: AbortSignal) {
  const parsed = parseNodeParams(definition, { folderPath: folder, recursive: true, ...params });
  return readOrigin(folderFiles, parsed, folders, signal);
}

async function sources(params?: Record<string, unknown>) {
  return (await read(params)).documents.map((document) => document.metadata.source);
}

describe('folderFiles', () => {
  test('reads each file by its kind, in the order of the paths', async () => {
    await put('b/zwei 😀.docx', await makeDocx(['two', 'words']));
    await put('b.txt', 'one');
    await put('a/c d/seiten.pdf', await makePdf(['page one', 'page two']));
    await put('a/table.csv', 'x,y\n1,2\n');
    const name = basename(folder);
    const at = (path: string) => ({ source: path, path, folder: name });
    const { documents, progress } = await read();
    expect(documents).toMatchObject([
      { text: 'page one', metadata: { ...at('a/c d/seiten.pdf'), loc: { pageNumber: 1 } } },
      { text: 'page two', metadata: { ...at('a/c d/seiten.pdf'), loc: { pageNumber: 2 } } },
      { text: 'x: 1\ny: 2', metadata: { ...at('a/table.csv'), line: 1 } },
      { text: 'two\n\nwords', metadata: at('b/zwei 😀.docx') },
      { text: 'one', metadata: at('b.txt') },
    ]);
    expect(progress).toEqual({ done: 4, total: 4, message: undefined });
  });

  test('hands on how paged files are divided', async () => {
    await put('a.pdf', await makePdf(['one', 'two']));
    expect((await read({ pdfUsage: 'perFile' })).documents.map(({ text }) => text)).toEqual(['one\n\ntwo']);
    expect((await read()).documents).toHaveLength(2);
  });

  test('reads subfolders only if enabled, and the files that match the patterns', async () => {
    for (const path of ['a.md', 'b.txt', 'docs/c.MD', 'docs/old/d.md', 'node_modules/e/f.md']) await put(path, path);
    expect(await sources({ recursive: false })).toEqual(['a.md', 'b.txt']);
    expect(await sources({ recursive: '' })).toEqual(['a.md', 'b.txt']);
    expect(await sources({ include: '*.md', exclude: 'node_modules, docs/old/' })).toEqual(['a.md', 'docs/c.MD']);
    expect(await sources({ include: 'docs/**', exclude: '' })).toEqual(['docs/c.MD', 'docs/old/d.md']);
  });

  test('skips hidden files unless enabled', async () => {
    for (const path of ['.env', '.git/config', 'a.md', '~$open.docx', 'Thumbs.db']) await put(path, path);
    expect(await sources()).toEqual(['a.md']);
    expect(await sources({ includeHidden: true, exclude: '~$*, Thumbs.db' })).toEqual(['.env', '.git/config', 'a.md']);
  });

  test('does not follow links: neither round in a circle nor out of the folder', async () => {
    await put('in/a.md', 'a');
    const outside = join(root, 'outside.md');
    await writeFile(outside, 'secret');
    await symlink(folder, join(folder, 'in/loop'));
    await symlink(outside, join(folder, 'in/out.md'));
    await symlink(root, join(folder, 'up'));
    await symlink('nowhere', join(folder, 'gone.md'));
    const { documents, notes } = await read();
    expect(documents.map(({ metadata }) => metadata.source)).toEqual(['in/a.md']);
    expect(notes).toEqual([
      [basename(folder), 'Left out: gone.md, a link that leads nowhere.'],
      [basename(folder), 'Left out: up, in/out.md, a link that leads out of the folder.'],
    ]);
    const link = join(root, `link-${count}`);
    await symlink(folder, link);
    expect(await sources({ folderPath: link })).toEqual(['in/a.md']);
  });

  test('does not open unchanged files again', async () => {
    await put('a.md', 'alpha');
    await put('b.pdf', await makePdf(['beta']));
    await put('c.csv', 'x\n1\n');
    await put('d.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    const first = await read();
    expect(first.opened).toEqual(['a.md', 'b.pdf', 'c.csv', 'd.png']);
    const second = await read();
    expect(second.opened).toEqual([]);
    expect(second.documents).toEqual(first.documents);
    expect(second.progress).toEqual(first.progress);
  });

  test('opens changed and new files only, and forgets removed ones', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(`${name}.md`, `old ${name}`);
    await read();
    await put('b.md', 'new b');
    await unlink(join(folder, 'c.md'));
    await put('e.md', 'new e');
    // Another file with the same size and times in its place.
    await put('d-new', 'OLD d');
    await rename(join(folder, 'd-new'), join(folder, 'd.md'));
    const { documents, opened } = await read();
    expect(opened).toEqual(['b.md', 'd.md', 'e.md']);
    expect(documents.map(({ text }) => text)).toEqual(['old a', 'new b', 'OLD d', 'new e']);
  });

  test('does not trust a file that was written a moment ago', async () => {
    await writeFile(join(folder, 'a.md'), 'one');
    await read();
    expect((await read()).opened).toEqual(['a.md']);
  });

  test('leaves out and counts files without text', async () => {
    await put('a.md', 'text');
    for (const [name, text] of Object.entries({ 'blank.txt': ' \n', 'empty.txt': '' })) await put(name, text);
    await put('tool.bin', Buffer.alloc(4000, Buffer.from('7f454c460201010000fe', 'hex')));
    await put('wrong.pdf', 'no PDF');
    for (const run of ['first', 'second']) {
      const { documents, progress } = await read();
      expect(
        documents
          .map(({ text }) => text)
          .join('')
          .trim(),
        run,
      ).toBe('text');
      expect(progress, run).toEqual({
        done: 5,
        total: 5,
        message:
          'Left out: 4 files without text that can be read (no text in it: blank.txt; empty: empty.txt; a program or its data: tool.bin; a text file, not a PDF document: wrong.pdf)',
      });
    }
  });

  test('fails at a damaged file, naming it, unless the node skips such files', async () => {
    await put('a.md', 'text');
    await put('deep/bad.pdf', (await makePdf(['x'])).subarray(0, 300));
    await put('deep/locked.pdf', makeEncryptedPdf());
    await put('z.md', 'more');
    await expect(read()).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('"deep/bad.pdf"'),
    });
    const { documents, progress } = await read({ skipErrors: true });
    expect(documents.map(({ text }) => text)).toEqual(['text', 'more']);
    expect(progress.message).toBe('Left out: 2 files that could not be read (deep/bad.pdf, deep/locked.pdf)');
  });

  test.skipIf(isRoot || process.platform === 'win32')('names a file that may not be opened', async () => {
    await put('a.md', 'text');
    await put('b.md', 'secret');
    await put('c/d.md', 'secret');
    await chmod(join(folder, 'b.md'), 0);
    await expect(read()).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: '"b.md" could not be opened, you have no permission to read it: make it readable, or leave it out.',
    });
    await chmod(join(folder, 'c'), 0);
    await expect(read({ exclude: 'b.md' })).rejects.toMatchObject({ details: { file: 'c' } });
    const { documents, progress } = await read({ skipErrors: true });
    await chmod(join(folder, 'c'), 0o700);
    expect(documents.map(({ text }) => text)).toEqual(['text']);
    expect(progress.message).toBe('Left out: 2 files that could not be read (c, b.md)');
  });

  test('goes on without files that vanish while it reads', async () => {
    for (const name of ['a', 'b', 'c']) await put(`${name}.md`, name);
    const params = parseNodeParams(definition, { folderPath: folder });
    const texts: unknown[] = [];
    const context = {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      makeFolder: () => Promise.reject(new Error('Not needed')),
      cacheFolder: folders.cache,
    };
    for await (const { text } of openOrigin(folderFiles, params).loadOrigin(context)) {
      texts.push(text);
      if (typeof text !== 'string') for await (const _ of text);
      await rm(join(folder, 'b.md'), { force: true });
    }
    expect(texts).toHaveLength(2);
  });

  test('says what is wrong with the folder', async () => {
    const file = join(folder, 'a.txt');
    await put('a.txt', 'a');
    const cases = [
      ['', 'is required'],
      ['handbook', 'must be a full path'],
      [relative(process.cwd(), folder), 'must be a full path'],
      [join(folder, 'none'), 'is not there'],
      [join(file, 'none'), 'is not there'],
      [file, 'is not a folder but a file'],
      [dirname(folders.cache), 'is where Tributary keeps its own data'],
    ] as const;
    await mkdir(folders.cache, { recursive: true });
    for (const [folderPath, message] of cases) {
      await expect(async () => read({ folderPath }), folderPath).rejects.toThrowError(message);
    }
  });

  test('never reads the data folder of its own', async () => {
    await mkdir(folders.cache, { recursive: true });
    await writeFile(join(dirname(folders.cache), 'secret.key'), 'secret');
    const found = await sources({ folderPath: root, include: '*.key' }).catch((error: unknown) => error);
    expect(found).toMatchObject({ code: 'NO_FILES' });
    const above = await sources({ folderPath: dirname(dirname(folders.cache)), include: '*/secret.key' }).catch(
      (error: unknown) => error,
    );
    expect(above).toMatchObject({ code: 'NO_FILES' });
  });

  test('takes ~ for the home folder', async () => {
    await put('a.txt', 'a');
    const path = `~/${relative(homedir(), folder)}`;
    expect(await sources({ folderPath: path })).toEqual(['a.txt']);
  });

  test('reports a folder without readable files', async () => {
    await expect(read()).rejects.toMatchObject({
      code: 'NO_FILES',
      message: expect.stringMatching(/^The folder ".*📁" has no files to read/),
    });
    await put('empty.txt', '');
    await expect(read()).rejects.toMatchObject({
      code: 'NO_FILES',
      message: expect.stringContaining('Left out: 1 file without text that can be read'),
    });
  });

  test('stops in the middle when it is aborted', async () => {
    for (const name of ['a', 'b', 'c']) await put(`${name}.md`, name);
    const stop = new AbortController();
    const params = parseNodeParams(definition, { folderPath: folder });
    const context = {
      signal: stop.signal,
      onProgress: (done: number) => {
        if (done === 1) stop.abort();
      },
      makeFolder: () => Promise.reject(new Error('Not needed')),
      cacheFolder: folders.cache,
    };
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const { text, metadata } of openOrigin(folderFiles, params).loadOrigin(context)) {
        seen.push(metadata.source);
        if (typeof text !== 'string') for await (const _ of text);
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual(['a.md']);
  });

  test('adds size and time if enabled', async () => {
    await put('a.txt', 'text');
    const { documents } = await read({ addFileInfo: true });
    expect(documents[0]?.metadata).toMatchObject({ size: 4, modified: LONG_AGO.toISOString() });
  });

  test('tries the folder by counting its files', async () => {
    await put('a.md', 'a');
    await put('b/c.md', 'c');
    await put('d.txt', 'd');
    const check = (params: Record<string, unknown>) =>
      folderFiles.checkConnection?.(
        parseNodeParams(definition, { folderPath: folder, recursive: true, ...params }),
        new AbortController().signal,
      );
    const name = basename(folder);
    expect(await check({})).toBe(`The folder "${name}" has 3 files that fit.`);
    expect(await check({ include: '*.txt' })).toBe(`The folder "${name}" has 1 file that fits.`);
    await expect(check({ folderPath: join(folder, 'none') })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
  });
});
