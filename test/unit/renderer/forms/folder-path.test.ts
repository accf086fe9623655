import { afterEach, describe, expect, test, vi } from 'vitest';
import { folderOfFiles } from '../../../../renderer/forms/folder-path.ts';
import { pickedFiles } from '../../../../renderer/forms/picked-files.ts';

function inFolder(path: string): File {
  return Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
}

function inWindow(pathOf: (file: File) => string): void {
  vi.stubGlobal('window', { tributary: { pathOf } });
}

afterEach(() => vi.unstubAllGlobals());

describe('The path of a folder that was chosen', () => {
  const files = pickedFiles([inFolder('docs/sub/a.md'), inFolder('docs/b.md')]);

  test.each([
    { path: '/home/ida/docs/b.md', folder: '/home/ida/docs' },
    { path: 'C:\\Users\\ida\\docs\\b.md', folder: 'C:\\Users\\ida\\docs' },
  ])('is $folder for $path', ({ path, folder }) => {
    inWindow((file) =>
      file.name === 'b.md' ? path : path.replace('b.md', path.includes('\\') ? 'sub\\a.md' : 'sub/a.md'),
    );
    expect(folderOfFiles(files)).toBe(folder);
  });

  test('is not known of files that lie elsewhere, or were chosen one by one', () => {
    inWindow(() => '/tmp/other');
    expect(folderOfFiles(files)).toBeUndefined();
    inWindow(() => '');
    expect(folderOfFiles(files)).toBeUndefined();
    inWindow(({ name }) => `/home/ida/${name}`);
    expect(folderOfFiles(pickedFiles([new File(['x'], 'a.md')]))).toBeUndefined();
  });

  test('is not known in a browser', () => {
    vi.stubGlobal('window', {});
    expect(folderOfFiles(files)).toBeUndefined();
  });
});
