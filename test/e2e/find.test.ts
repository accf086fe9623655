import { describe, expect, test } from 'vitest';
import { createStarterApiConfig, createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF FINDING ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('Ctrl+K finds anything', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function filledFlow(name: string, file: string, content: string): Promise<string> {
    const { id } = await suite.api.createFlow(createStarterFlow(), JSON.stringify(createStarterApiConfig()));
    await suite.api.json('PUT', `/chatflows/${id}`, { name });
    await suite.api.upsert(id, [{ name: file, content }]);
    return id;
  }

  /** By letter, as a person types: the list is filtered anew with each. */
  async function find(words: string): Promise<void> {
    await suite.page.keyboard.press('Control+k');
    await suite.page.getByRole('combobox', { name: 'Find anything' }).waitFor();
    await suite.page.keyboard.type(words);
  }

  test('a flow, a file by a part of its name, and a question to everything, by keys alone', async () => {
    const { page } = suite;
    const bees = await filledFlow('Bee reports', 'summer-hives.txt', 'The bees swarmed twice in June.');
    await filledFlow('Otter notes', 'river.txt', 'Otters hold hands while they sleep.');
    await page.goto(`${suite.url}/#/settings`);
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await find('bee rep');
    await page.getByRole('option', { name: 'Bee reports', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`#/flows/${bees}`);

    await find('mmer-hiv');
    await page.getByRole('option', { name: 'summer-hives.txt in Bee reports' }).waitFor();
    // The question was there first; what was found is above it, and chosen.
    await page.getByRole('option', { name: 'summer-hives.txt in Bee reports', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`#/contents/${bees}`);

    await find('run bee finished');
    await page.getByRole('option', { name: /^Run of Bee reports, finished/ }).waitFor();
    await page.keyboard.press('Escape');
    await find('mmer-hiv');
    await page.getByRole('option', { name: /^Run of Bee reports, finished/ }).click();
    await page.getByRole('heading', { name: 'Run of Bee reports' }).waitFor();

    await find('How do otters sleep?');
    await page.getByRole('option', { name: 'Ask everything: How do otters sleep?' }).waitFor();
    await page.keyboard.press('Enter');
    const otters = page.getByRole('region', { name: 'Otter notes' });
    await otters.getByText('Otters hold hands while they sleep.').waitFor();
    const ofBees = page.getByRole('region', { name: 'Bee reports' });
    await ofBees.getByText('summer-hives.txt').waitFor();
    // The bars of several answers compare, as their scores do not.
    const relevance = async (region: typeof ofBees) => {
      const [text = ''] = await region.getByText(/^Relevance \d+ %$/).allTextContents();
      return Number(/\d+/.exec(text)?.[0]);
    };
    expect(await relevance(otters)).toBeGreaterThan(await relevance(ofBees));
    // What knows it best stands first.
    const order = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    await expect.poll(order).toEqual(['Otter notes', 'Bee reports']);
    await retype(page.getByRole('textbox', { name: 'Question' }), 'How often did the bees swarm in June?');
    await page.keyboard.press('Enter');
    await expect.poll(order).toEqual(['Bee reports', 'Otter notes']);
  });

  test('what can not answer says why in its place, and a server that is away says so once', async () => {
    const { page, api } = suite;
    await filledFlow('Owl notes', 'owls.txt', 'Barn owls hunt at dusk.');
    const broken = await filledFlow('Broken notes', 'owls.txt', 'Owls were heard.');
    const { nodes } = createStarterFlow();
    await api.json('PUT', `/chatflows/${broken}`, { flowData: JSON.stringify({ nodes, edges: [] }) });
    await page.goto(`${suite.url}/#/ask`);
    const question = page.getByRole('textbox', { name: 'Question' });
    await retype(question, 'When do barn owls hunt?');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Owl notes' }).getByText('Barn owls hunt at dusk.').waitFor();
    await page.getByRole('region', { name: 'Broken notes' }).getByRole('alert').waitFor();

    suite.expectFault('ERR_FAILED');
    await page.route('**/api/v1/**', (route) => route.abort());
    await retype(question, 'Where do they nest?');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'notes' }).first().waitFor({ state: 'detached' });
    const alerts = page.getByRole('main').getByRole('alert');
    await alerts.first().waitFor();
    expect(await alerts.allInnerTexts()).toEqual([expect.stringContaining('server')]);
    await page.unrouteAll();
    await page.goto(`${suite.url}/#/settings`);
  });

  test('the page that asks everything is a place of the rail and one to go to', async () => {
    const { page } = suite;
    await page.goto(`${suite.url}/#/settings`);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ask everything' }).click();
    await page.getByRole('heading', { name: 'Ask everything' }).waitFor();
    await page.goto(`${suite.url}/#/settings`);
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
    await find('ask ev');
    await page.getByRole('option', { name: 'Ask everything', exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#/ask');
  });
});
