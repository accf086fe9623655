import { toast } from 'sonner';
import { describe, expect, test } from 'vitest';
import { type PickedFile, pickedFiles } from '../../../../renderer/forms/picked-files.ts';
import { takeChosen } from '../../../../renderer/forms/take-files.ts';

/** A file as a field that chooses folders gives it. */
function inFolder(path: string): File {
  return Object.defineProperty(new File(['x'], path.split('/').at(-1) ?? ''), 'webkitRelativePath', { value: path });
}

const pathsOf = (files: readonly PickedFile[]) => files.map(({ path }) => path);

describe('Choosing a folder', () => {
  test('leaves out what is hidden in it and what is the system’s', () => {
    const files = ['docs/b.md', 'docs/.git/config', 'docs/Thumbs.db', 'docs/a.md'].map(inFolder);
    expect(pathsOf(pickedFiles(files))).toEqual(['docs/a.md', 'docs/b.md']);
  });

  test('takes a folder that is hidden itself', () => {
    expect(pathsOf(pickedFiles([inFolder('.notes/a.md'), inFolder('.notes/.trash/b.md')]))).toEqual(['.notes/a.md']);
  });

  test('names files as the server does, so that one it can’t read is found again', () => {
    expect(pathsOf(pickedFiles([new File(['x'], 'a\nb.md'), inFolder('docs/ c.md')]))).toEqual(['ab.md', 'docs/c.md']);
  });

  test('with nothing to read in it is told of', async () => {
    // Others of this worker have notices of their own.
    toast.dismiss();
    const taken: PickedFile[] = [];
    const take = (files: readonly PickedFile[]) => void taken.push(...files);
    await takeChosen(pickedFiles([inFolder('docs/.hidden')]), take);
    expect(toast.getToasts().map((shown) => 'title' in shown && shown.title)).toEqual([
      'Nothing in this folder can be read: choose another one, or its files.',
    ]);
    await takeChosen(pickedFiles([inFolder('docs/a.md')]), take);
    expect(pathsOf(taken)).toEqual(['docs/a.md']);
  });
});
