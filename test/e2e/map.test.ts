import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContentMapSchema } from '../../shared/api/content-map.ts';
import { createStarterApiConfig, createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { mapPage } from '../helpers/pages/map-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nBROWSER TESTS ARE SKIPPED: ${browserSkipReason}.\n`);

/** Long enough for one chunk each. */
const note = (subject: string, number: number, words: string) =>
  `Note ${number} on ${subject}. ${words} `.padEnd(900, `Whoever is on duty for ${subject} looks at this every week. `);

/** How many colours many of its pixels have. */
const coloursOf = (picture: Locator): Promise<number> =>
  picture.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) return 0;
    const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 200) continue;
      const colour = [0, 1, 2].map((part) => Math.round((data[at + part] ?? 0) / 16)).join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts.values()].filter((count) => count > 40).length;
  });

const SUBJECTS = {
  garden: 'Roses and tomatoes are watered early, hedges are pruned, and bees need flowers.',
  kitchen: 'Bread needs flour, yeast and salt, and the oven is hot before the dough goes in.',
  stars: 'A comet is seen with the telescope beside the moon, far from any planet or galaxy.',
};

/** One chunk each, for a map of which only its words are read. */
const FEW = Object.entries(SUBJECTS).map(([subject, content]) => ({ name: `${subject}.md`, content }));

function files() {
  return Object.entries(SUBJECTS).map(([subject, words]) => ({
    name: `${subject}.md`,
    content: Array.from({ length: 12 }, (_, index) => note(subject, index + 1, words)).join('\n\n'),
  }));
}

describe.skipIf(browserSkipReason !== undefined)('the map of a flow', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function newFlow(): Promise<string> {
    const flow = await suite.api.createFlow(createStarterFlow(), JSON.stringify(createStarterApiConfig()));
    await suite.api.json('PUT', `/chatflows/${flow.id}`, { name: 'Three subjects' });
    return flow.id;
  }

  let id: string;
  beforeAll(async () => {
    id = await newFlow();
    await suite.api.upsert(id, files());
  });

  test('is opened from the contents; a point is read, and opens its chunk there', async () => {
    const { page } = suite;
    await page.goto(`${suite.url}/#/contents/${id}`);
    await page.getByRole('link', { name: 'Map' }).click();
    const map = mapPage(page, suite.url);
    await map.picture.waitFor();
    await page.getByRole('heading', { name: 'Map of Three subjects' }).waitFor();
    expect(await page.getByRole('list', { name: 'Sources' }).getByRole('listitem').count()).toBe(3);
    await expect.poll(() => coloursOf(map.picture)).toBeGreaterThanOrEqual(3);
    const drawn = ContentMapSchema.parse((await suite.api.get(`/contents/${id}/map`)).body);
    const { x = [], y = [] } = 'points' in drawn ? drawn.points : {};
    await map.hover({ x: x[0] ?? 9, y: y[0] ?? 9 });
    await map.card.waitFor();
    const card = map.card.locator('..');
    await card.getByText(/^Note \d+ on/).waitFor();
    const [text, number] = [
      await card.locator('p').nth(1).textContent(),
      await card.getByText(/^Chunk \d+$/).textContent(),
    ];
    await page.mouse.down();
    await page.mouse.up();
    const chosen = page.getByRole('article').and(page.locator('.border-accent'));
    await chosen.waitFor();
    expect(await chosen.getAttribute('aria-label')).toContain(number);
    expect(await chosen.getByRole('paragraph').textContent()).toBe(text);
    expect(page.url()).toMatch(/contents\/.+source=\w+\.md&chunk=/);
  });

  test('points are selected with a lasso, and by their source', async () => {
    const { page } = suite;
    const map = mapPage(page, suite.url);
    await map.open(id);
    await page.getByRole('button', { name: 'Draw around points to select them' }).click();
    await map.lassoAll();
    const all = await page.getByText(/^\d+ chunks · 3 sources$/).textContent();
    await page.getByRole('heading', { name: `${all?.split(' · ')[0]} selected` }).waitFor();
    await map.selection.getByText(/^Note 1 on garden/).waitFor();
    await page.getByRole('button', { name: /^stars\.md/ }).press('Enter');
    await page.getByRole('button', { name: /^Select its \d+ points$/ }).press('Enter');
    await map.selection.getByText(/^Note 1 on stars/).waitFor();
    expect(await map.selection.getByText('garden.md').count()).toBe(0);
    await map.selection.getByRole('link').first().press('Enter');
    await page.getByRole('region', { name: 'stars.md', exact: true }).getByRole('article').first().waitFor();
  });

  test('is walked, selected in and opened with keys alone', async () => {
    const { page } = suite;
    const map = mapPage(page, suite.url);
    await map.open(id);
    await page.getByRole('button', { name: /^kitchen\.md/ }).press('Enter');
    await map.picture.focus();
    await page.keyboard.press('ArrowRight');
    await map.status.filter({ hasText: /^kitchen\.md, chunk \d+: Note \d+ on kitchen/ }).waitFor();
    await page.keyboard.press(' ');
    await map.status.filter({ hasText: '1 chunk selected.' }).waitFor();
    // The arrows stay in the source that stands out.
    const before = await map.status.textContent();
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      await page.keyboard.press(key);
      await map.status.filter({ hasText: /^kitchen\.md/ }).waitFor();
    }
    expect(before).toContain('selected');
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await page.keyboard.press('Escape');
    await map.selection.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'kitchen.md', exact: true }).getByRole('article').first().waitFor();
  });

  test('a question is placed among the points; one that can not be says why', async () => {
    const map = mapPage(suite.page, suite.url);
    await map.open(id);
    await map.ask('How much yeast is in the bread?');
    await map.answers.first().waitFor();
    expect(await map.answers.first().textContent()).toContain('kitchen.md');
    // The vectors are there, and the service of their model is not any more.
    const fake = await startFakeOpenAI({ dimensions: 32 });
    const { id: orphan } = await suite.api.createFlow(makeFlow({ basepath: fake.basepath }));
    await suite.api.upsert(orphan, FEW);
    await fake.close();
    suite.expectFault('502');
    await map.open(orphan);
    await map.ask('And now?');
    await suite.page
      .getByRole('alert')
      .filter({ hasText: /cannot be reached/ })
      .waitFor();
  });

  test('of nothing says what will be here, and a changed one is drawn again', async () => {
    const empty = await newFlow();
    const { page } = suite;
    await page.goto(`${suite.url}/#/map/${empty}`);
    await page.getByText('Nothing is in the vector store yet').waitFor();
    await suite.api.upsert(empty, FEW);
    await page.reload();
    const map = mapPage(page, suite.url);
    await map.picture.waitFor();
    await suite.api.upsert(empty, [{ name: 'one.md', content: 'One more.' }]);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('button', { name: 'Draw again' }).click();
    await page.getByText(/4 sources/).waitFor();
  });
});
