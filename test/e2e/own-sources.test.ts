import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF FLOWS THAT READ BY THEMSELVES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('A flow that reads by itself', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const folder = makeTemporaryFolder();
  let fake: FakeOpenAI;
  beforeAll(async () => {
    fake = await startFakeOpenAI({ dimensions: 8 });
  });
  afterAll(async () => {
    await fake?.close();
    folder.remove();
  });
  const notes = join(folder.path, 'notes');

  async function openDrawer(folderPath: string): Promise<Locator> {
    const flow = makeFlow({
      basepath: fake.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: { folderPath },
    });
    const nodes = flow.nodes.map((each, index) => ({ ...each, position: { x: 300 * index, y: 0 } }));
    const { id } = await suite.api.createFlow({ ...flow, nodes });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.page.getByRole('banner').getByRole('button', { name: 'Upsert' }).click();
    return suite.page.getByRole('region', { name: 'Upsert', exact: true });
  }

  test('says what it reads, and runs without files', async () => {
    mkdirSync(notes, { recursive: true });
    for (const name of ['bees.md', 'beans.md']) writeFileSync(join(notes, name), `About ${name}`);
    const drawer = await openDrawer(notes);
    await drawer.getByRole('region', { name: 'This flow reads by itself' }).getByText('notes').waitFor();
    expect(await drawer.getByRole('button', { name: 'Choose files' }).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Upsert', exact: true }).click();
    await drawer.getByRole('heading', { name: '2 chunks added' }).waitFor();
    await drawer.getByRole('list', { name: 'Steps' }).getByText('2 documents').waitFor();
  });

  test('leads from what it could not read to the node', async () => {
    const { page, canvas } = suite;
    const drawer = await openDrawer(join(folder.path, 'elsewhere'));
    await drawer.getByRole('button', { name: 'Upsert', exact: true }).click();
    await drawer.getByRole('alert').getByText('Check the path.').waitFor();
    await drawer.getByRole('button', { name: 'Show Folder with Files' }).click();
    await page.getByRole('region', { name: 'Folder with Files', exact: true }).waitFor();
    await canvas.inspector.getByRole('textbox', { name: 'Folder', exact: true }).fill(folder.path);
    await canvas.inspector.getByRole('switch', { name: 'With subfolders', checked: true }).waitFor();
    mkdirSync(notes, { recursive: true });
    writeFileSync(join(notes, 'bees.md'), 'About bees');
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await drawer.getByRole('heading', { name: /chunks? added$/ }).waitFor();
  });
});
