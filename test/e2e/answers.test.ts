import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';
import { createStoreClient } from '../helpers/servers/store-client.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF ANSWERS ARE SKIPPED: ${browserSkipReason}.\n`);

const KEPT = 'Books may be kept for three weeks.';
const LATE = 'Late books cost ten cents a day.';
const FILES = [
  { name: 'lending.txt', content: `Every member may borrow. ${KEPT} ${LATE} Films are lent for a weekend.` },
  { name: 'rooms.txt', content: 'The reading room opens at nine in the morning. The cellar is locked.' },
  { name: 'garden.txt', content: 'The garden behind the house has two benches and a pond.' },
];

describe.skipIf(browserSkipReason !== undefined)('A conversation', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const panel = () => suite.page.getByRole('region', { name: 'Ask', exact: true });
  const question = () => panel().getByRole('textbox', { name: 'Question' });
  const view = (name: string) => panel().getByRole('radio', { name });
  const turn = (asked: string) => panel().getByRole('article', { name: asked, exact: true });
  const chip = (asked: string) => turn(asked).getByRole('button', { name: /^\[1\]/ });
  const original = () => suite.page.getByRole('region', { name: 'Original', exact: true });

  async function openFilled(): Promise<string> {
    const { page, url, api } = suite;
    const id = await openNewFlow(page, url, api);
    await api.upsert(id, FILES);
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    return id;
  }

  async function ask(text: string): Promise<void> {
    await retype(question(), text);
    await question().press('Enter');
  }

  function hasFocus(element: Locator): Promise<boolean> {
    return element.evaluate((found) => found === document.activeElement);
  }

  test('answers with the sentence, its source and its place in the original; is copied, goes on, and passages are one click away', async () => {
    const { page, api } = suite;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await openFilled();
    await question().waitFor();
    await view('Answer').click();
    const asked = 'How long may books be kept?';
    await ask(asked);
    const answer = turn(asked);
    await expect.poll(() => answer.getByRole('paragraph').first().textContent()).toContain(KEPT);
    // What screen readers hear is whole sentences.
    expect(await answer.locator('[aria-live="polite"]').first().textContent()).toContain(KEPT);
    expect(await chip(asked).first().getAttribute('aria-label')).toBe('[1] Quoted: lending.txt, line 1');
    const used = answer.getByRole('list', { name: 'Sources used' });
    await used.getByText('lending.txt, line 1').waitFor();
    await used.getByText('Quoted').waitFor();
    await answer.getByRole('button', { name: 'Also found' }).click();
    const found = answer.getByRole('list', { name: 'Also found' }).getByRole('article');
    expect(await found.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).toSorted())).toEqual([
      'garden.txt, line 1',
      'rooms.txt, line 1',
    ]);

    // The sentence shows at its number by keyboard and by pointer.
    await question().focus();
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(chip(asked).first())).toBe(true);
    await page.getByRole('tooltip').getByText(`“${KEPT}”`).waitFor();
    await question().focus();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await chip(asked).first().hover();
    await page.getByRole('tooltip').getByText('lending.txt, line 1').waitFor();

    await answer.getByRole('button', { name: 'Copy the answer' }).click();
    await answer.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r\n', '\n');
    expect(copied).toContain(`${KEPT} [1]`);
    expect(copied).toContain(`Sources\n\n- [1] lending.txt, line 1 (Quoted): “${KEPT}”\n`);

    await chip(asked).first().focus();
    await page.keyboard.press('Enter');
    await original().waitFor();
    await expect.poll(() => original().locator('mark').allTextContents()).toEqual([KEPT]);
    expect(await original().getByRole('status').count()).toBe(0);
    await page.goBack();
    await answer.waitFor();

    const next = 'How much do late books cost?';
    await ask(next);
    await chip(next).first().waitFor();
    expect(await panel().getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      asked,
      next,
    ]);
    const messages = await api.messages(id);
    expect(messages.map(({ content, role }) => (role === 'userMessage' ? content : role))).toEqual([
      asked,
      'apiMessage',
      next,
      'apiMessage',
    ]);
    expect(new Set(messages.map(({ chatId }) => chatId)).size).toBe(1);

    await view('Passages').click();
    await panel()
      .getByRole('list', { name: 'Passages found' })
      .getByText(/Late books cost/)
      .waitFor();
    await view('Answer').click();
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    expect(await view('Answer').getAttribute('aria-checked')).toBe('true');
    await chip(asked).first().waitFor();
    await chip(next).first().waitFor();
    await view('Passages').click();
  });

  test('refuses what the documents do not say, with the nearest passages, and begins anew', async () => {
    const id = await openFilled();
    await view('Answer').click();
    const asked = 'Which shoe size does the captain wear?';
    await ask(asked);
    await turn(asked).getByText('That is not in your documents.').first().waitFor();
    const nearest = turn(asked).getByRole('list', { name: 'Nearest passages' });
    expect(await nearest.getByRole('article').count()).toBe(3);
    expect(await turn(asked).getByRole('list', { name: 'Sources used' }).getByRole('listitem').count()).toBe(0);
    await panel().getByRole('button', { name: 'New conversation' }).click();
    expect(await hasFocus(question())).toBe(true);
    await panel().getByRole('region', { name: 'Asked before' }).getByRole('button', { name: asked }).click();
    await turn(asked).getByText('That is not in your documents.').first().waitFor();
    const chats = (await suite.api.messages(id)).map(({ chatId }) => chatId);
    expect(new Set(chats).size).toBe(2);
    await view('Passages').click();
  });

  test('is stopped, says what failed while the passages stay, and marks what no passage says', async () => {
    const { page } = suite;
    await openFilled();
    await view('Answer').click();
    const isAsked = Promise.withResolvers<void>();
    const isStopped = page.waitForEvent('requestfailed', (request) => request.url().includes('/internal-prediction/'));
    await page.route('**/internal-prediction/*', () => isAsked.resolve());
    await ask('Is it open?');
    await isAsked.promise;
    await panel().getByRole('button', { name: 'Stop' }).click();
    await isStopped;
    await turn('Is it open?').getByText('Stopped before there was an answer.').waitFor();
    await page.unrouteAll();

    const [lending, rooms] = FILES.map(({ name, content }) => ({
      ...{ id: name, pageContent: content, metadata: { source: name }, relevance: 0.5, chunkNo: 1 },
    }));
    const events = [
      { event: 'passages', data: [lending, rooms] },
      { event: 'start', data: 'Nobody may read. [1?] And' },
      { event: 'token', data: 'Nobody may read. [1?] And' },
      {
        event: 'citations',
        data: [{ number: 1, sourceIndex: 0, sentence: 'Nobody may read.', verdict: 'notFound' }],
      },
      { event: 'error', data: 'The model went away: start it again.', code: 'SERVICE_FAILED' },
      { event: 'end', data: '[DONE]' },
    ];
    await page.route('**/internal-prediction/*', (route) => {
      const body = events.map((event) => `message:\ndata:${JSON.stringify(event)}\n\n`).join('');
      return route.fulfill({ contentType: 'text/event-stream', body });
    });
    const asked = 'Who may read?';
    await ask(asked);
    await turn(asked).getByRole('alert').getByText('Start it again.').waitFor();
    await turn(asked).getByText('Nobody may read.').first().waitFor();
    await turn(asked).getByRole('button', { name: 'Also found' }).click();
    await turn(asked).getByText('The cellar is locked.').waitFor();
    await turn(asked).getByRole('list', { name: 'Sources used' }).getByText('Not found').waitFor();
    await page.unrouteAll();
    await chip(asked).focus();
    await page.getByRole('tooltip').getByText('The passage does not say this.').waitFor();
    for (const look of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: look });
      expect(await axeViolations(page, { within: 'section[aria-label="Ask"]', isOtherLook: look === 'dark' })).toEqual(
        [],
      );
    }
    await page.keyboard.press('Enter');
    await original().getByText('The sentence is not in the original as the passage has it').waitFor();
    await expect.poll(() => original().locator('mark').allTextContents()).toEqual([FILES[0]?.content]);
    await page.goBack();
    await view('Passages').click();
  });

  test('with a document store is on its page', async () => {
    const { page, url } = suite;
    const stores = createStoreClient(url);
    const { id } = await stores.create({
      name: 'Lending rules',
      embeddingConfig: { name: 'transformersEmbeddings', config: {} },
      vectorStoreConfig: { name: 'hnsw', config: {} },
    });
    await stores.upsert(id, FILES.slice(0, 1), { loader: JSON.stringify({ name: 'textFile', config: {} }) });
    await page.goto(`${url}/#/stores/${id}`);
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await view('Answer').click();
    const asked = 'How long may books be kept?';
    await ask(asked);
    await chip(asked).first().click();
    await expect.poll(() => original().locator('mark').allTextContents()).toEqual([KEPT]);
    await page.goBack();
    await turn(asked).waitFor();
    await view('Passages').click();
  });
});
