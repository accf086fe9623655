import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { dropPath } from '../helpers/pages/drop-path.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TESTS OF THE FILES OF AN UPSERT ARE SKIPPED: ${browserSkipReason}.\n`);
}

describe.skipIf(browserSkipReason !== undefined)('The files of an upsert in the page', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const folder = makeTemporaryFolder();
  const editor = () => editorPage(suite.page);

  afterAll(() => folder.remove());

  test('a picture is refused with what it is and what to do, in sight at 1280 x 800, and nothing is sent', async () => {
    await suite.page.setViewportSize({ width: 1280, height: 800 });
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'photo.png', content: 'not text' });
    const refusal = editor().drawer.getByRole('alert');
    await refusal.getByText('photo.png').waitFor();
    expect(await refusal.textContent()).toContain('This is a picture: switch on "Recognise text in scans"');
    expect(await editor().drawer.getByRole('button', { name: 'Upsert', exact: true }).isDisabled()).toBe(true);
    expect((await suite.api.get(`/runs?chatflowId=${id}`)).body).toEqual([]);
    await editor().chooseFiles({ name: 'a.txt', content: 'One.' }, { name: 'photo.png', content: 'not text' });
    const footer = await editor().drawer.getByRole('button', { name: 'Upsert 1 file' }).boundingBox();
    const row = editor().drawer.getByRole('list', { name: 'Files' }).getByText('a.txt');
    for (const box of [await refusal.boundingBox(), await row.boundingBox()])
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
    await refusal.getByRole('button', { name: 'Dismiss what was refused' }).click();
    await refusal.waitFor({ state: 'detached' });

    // What it says to do helps.
    await canvasPage(suite.page).node('File Loader').click();
    await suite.page.getByText('More settings').first().click();
    await suite.page.getByRole('switch', { name: 'Recognise text in scans' }).click();
    await editor().chooseFiles({ name: 'photo.png', content: 'not text' });
    await editor().drawer.getByRole('list', { name: 'Files' }).getByText('photo.png').waitFor();
    expect(await refusal.count()).toBe(0);
  });

  test('a file dropped on the canvas opens the drawer with it; files are removed again, and dropped there', async () => {
    await openNewFlow(suite.page, suite.url, suite.api);
    const transfer = await suite.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['One line of text.'], 'note.txt'));
      return data;
    });
    const places = [suite.page.locator('.react-flow__pane'), editor().drawer.getByText('Drop files or folders here')];
    for (const place of places) {
      await place.dispatchEvent('drop', { dataTransfer: transfer });
      await editor().drawer.getByText('note.txt').waitFor();
      await editor().drawer.getByRole('button', { name: 'Remove note.txt' }).click();
      await editor().drawer.getByText('Choose a file first.').waitFor();
    }
  });

  test('a folder is chosen or dropped with its subfolders, and its files keep their paths as source', async () => {
    const chosen = join(folder.path, 'chosen', 'handbook');
    mkdirSync(join(chosen, 'rules'), { recursive: true });
    writeFileSync(join(chosen, 'a.txt'), 'Bees sleep in winter.');
    writeFileSync(join(chosen, 'rules', 'a.txt'), 'Moss likes shade.');
    writeFileSync(join(chosen, '.hidden.txt'), 'Nobody means this one.');
    const dropped = join(folder.path, 'dropped', 'notes');
    mkdirSync(dropped, { recursive: true });
    writeFileSync(join(dropped, 'a.txt'), 'Herons wait.');

    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    const chooser = suite.page.waitForEvent('filechooser');
    await editor().drawer.getByRole('button', { name: 'Choose a folder' }).click();
    await (await chooser).setFiles(chosen);
    await editor().drawer.getByText('handbook/rules/a.txt').waitFor();
    await dropPath(suite.page, editor().drawer.getByRole('button', { name: 'Choose files' }), dropped);
    await editor().drawer.getByText('notes/a.txt').waitFor();
    await editor().drawer.getByRole('button', { name: 'Upsert 3 files' }).click();
    await editor().drawer.getByText('3 chunks added').first().waitFor();
    const { docs } = await suite.api.query(id, { query: 'Herons', topK: 9 });
    const sources = docs.map(({ metadata }) => metadata.source);
    expect(sources.sort()).toEqual(['handbook/a.txt', 'handbook/rules/a.txt', 'notes/a.txt']);
  });

  test('files that can not be read are named, the others are stored, and they can be tried again alone', async () => {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    await editor().chooseFiles(
      { name: 'fake.pdf', content: 'just text' },
      { name: 'good.txt', content: 'Bees sleep in winter.' },
      { name: 'broken.json', content: '{"word": ' },
    );
    await editor().upsert();
    await editor().drawer.getByText('1 chunk added').first().waitFor();
    await editor().drawer.getByText('2 files could not be read.').waitFor();
    const list = editor().drawer.getByRole('list', { name: 'Files' });
    await list.getByText('"fake.pdf" is not a PDF document').waitFor();
    await list.getByText('"broken.json" could not be read').waitFor();
    await editor().drawer.getByRole('button', { name: 'Try these again' }).click();
    await editor().drawer.getByText("2 of 2 files can't be read").waitFor();
    const { docs } = await suite.api.query(id, { query: 'Bees', topK: 9 });
    expect(docs.map(({ metadata }) => metadata.source)).toEqual(['good.txt']);
  });

  test('a file that is read but for a part is stored, and says what is missing', async () => {
    await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    await editor().chooseFiles({ name: 'lines.jsonl', content: '{"a": 1}\n{"b": \n{"c": 3}\n' });
    await editor().upsert();
    await editor().drawer.getByText('2 chunks added').first().waitFor();
    await editor().drawer.getByText('1 file was read in part.').waitFor();
    const list = editor().drawer.getByRole('list', { name: 'Files' });
    await list.getByText('Of "lines.jsonl" line 2').waitFor();
    await list.getByText('2 chunks').waitFor();
    // What was missing may be there by now: data for recognising text, say.
    await list.getByRole('button', { name: 'Try lines.jsonl again' }).waitFor();
  });

  test('a file that was mended on the disk since it was chosen has to be chosen again', async () => {
    const path = join(folder.path, 'mended.json');
    writeFileSync(path, '{"word": ');
    // Browsers compare whole seconds.
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(path, hourAgo, hourAgo);
    await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    const choose = async () => {
      const chooser = suite.page.waitForEvent('filechooser');
      await editor().drawer.getByRole('button', { name: 'Choose files' }).click();
      await (await chooser).setFiles(path);
    };
    await choose();
    await editor().upsert();
    await editor().drawer.getByText('"mended.json" could not be read').first().waitFor();
    writeFileSync(path, '{"word": "mended"}');
    suite.expectFault('ERR_UPLOAD_FILE_CHANGED');
    await editor().upsert();
    await editor().drawer.getByText('"mended.json" has changed on the disk').waitFor();
    await editor().drawer.getByRole('button', { name: 'Remove mended.json' }).click();
    await choose();
    await editor().upsert();
    await editor().drawer.getByText('1 chunk added').first().waitFor();
  });
});
