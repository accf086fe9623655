import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { axeViolations } from '../../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../../helpers/pages/browser-suite.ts';
import { dropPath } from '../../helpers/pages/drop-path.ts';
import { editorPage, openNewFlow } from '../../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) {
  console.warn(`\nTHE BROWSER TESTS OF MANY FILES ARE SKIPPED: ${browserSkipReason}.\n`);
}

const FILES = 1000;
const BROKEN = ['broken-1.pdf', 'broken-2.json', 'broken-3.docx'];
/** What the page promises on a quiet machine; asserted where TRIBUTARY_QUIET says that this is one. */
const LONGEST_TASK_MS = 100;

/** Notes every task of the page that takes more than 50 ms. */
function watchTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { longTasks: times });
    new PerformanceObserver((list) => times.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tasks: unknown = Reflect.get(window, 'longTasks');
    return Array.isArray(tasks) ? Math.max(0, ...tasks) : -1;
  });
}

describe.skipIf(browserSkipReason !== undefined)('Many files in the page', () => {
  const suite = setUpBrowserSuite();
  const folder = makeTemporaryFolder();
  const editor = () => editorPage(suite.page);

  afterAll(() => folder.remove());

  test('a thousand files in one drop: all are stored but three broken ones, which are listed with why and a retry', async () => {
    const dropped = join(folder.path, 'archive');
    mkdirSync(dropped);
    for (let number = 1; number <= FILES - BROKEN.length; number += 1) {
      writeFileSync(join(dropped, `note-${number}.txt`), `Note ${number} is about shelf ${number * 7}.`);
    }
    for (const name of BROKEN) writeFileSync(join(dropped, name), '{"word": ');

    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await editor().openUpsert();
    await watchTasks(suite.page);
    await dropPath(suite.page, editor().drawer.getByText('Drop files or folders here'), dropped);
    await editor().drawer.getByRole('button', { name: `Upsert 1,000 files` }).click();
    const list = editor().drawer.getByRole('list', { name: 'Files' });
    await editor().drawer.getByRole('heading', { name: '997 chunks added' }).waitFor({ timeout: 120_000 });
    await editor().drawer.getByText('3 files could not be read.').waitFor();
    for (const name of BROKEN) await list.getByText(`"archive/${name}"`).waitFor();
    await list.getByRole('button', { name: 'Try archive/broken-2.json again' }).waitFor();
    await editor().drawer.getByText('1,000 files').first().waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    const longest = await longestTask(suite.page);
    console.warn(`The longest task of the page with ${FILES} files took ${Math.round(longest)} ms.`);
    if (process.env.TRIBUTARY_QUIET !== undefined) expect(longest).toBeLessThan(LONGEST_TASK_MS);
    expect(await axeViolations(suite.page)).toEqual([]);

    const { docs } = await suite.api.query(id, { query: 'Note 600', mode: 'keyword', topK: 5 });
    expect(docs.map(({ metadata }) => metadata.source)).toContain('archive/note-600.txt');
    suite.expectFault('Failed to load resource: the server responded with a status of 4');
    await editor().drawer.getByRole('button', { name: 'Try these again' }).click();
    await editor().drawer.getByText("3 of 3 files can't be read").waitFor();
  });
});
