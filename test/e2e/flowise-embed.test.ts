import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { flowiseEmbed } from '../helpers/builders/flowise-embed.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';

const found = browserSkipReason === undefined ? await flowiseEmbed() : { skipReason: browserSkipReason };
const skipReason = 'skipReason' in found ? found.skipReason : undefined;
if (skipReason !== undefined) console.warn(`\nTHE TEST OF FLOWISE'S CHAT ON A PAGE IS SKIPPED: ${skipReason}.\n`);

const PAGE = `<!doctype html>
<title>Shop</title>
<link rel="icon" href="data:," />
<script type="module">
  import Chatbot from '/web.js';
  const asked = new URLSearchParams(location.search);
  Chatbot.init({ chatflowid: asked.get('flow'), apiHost: asked.get('api') });
</script>`;

/** A page of another origin, with the chat as npm publishes it. */
const site = await listenOnFreePort(
  createServer(({ url }, response) => {
    const isScript = url === '/web.js' && 'script' in found;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? found.script : PAGE);
  }),
);
afterAll(() => site.close());

const QUESTION = 'How long may books be kept?';
const KEPT = 'Books may be kept for three weeks.';

describe.skipIf(skipReason !== undefined)('The chat of Flowise on a page of a listed origin', () => {
  const suite = setUpBrowserSuite({ settings: { allowedOrigins: [site.origin] } });

  async function openChat(chatbotConfig: object): Promise<{ id: string; page: Page }> {
    const { api } = suite;
    const id = await openNewFlow(suite.page, suite.url, api);
    await api.upsert(id, [{ name: 'lending.txt', content: `${KEPT} Late books cost ten cents a day.` }]);
    await api.json('PUT', `/chatflows/${id}`, { chatbotConfig: JSON.stringify(chatbotConfig) });
    const page = await suite.openTab();
    await page.goto(`${site.origin}/?${new URLSearchParams({ flow: id, api: suite.url })}`);
    await bot(page).locator('button[part=button]').click();
    return { id, page };
  }

  const bot = (page: Page) => page.locator('flowise-chatbot');
  const question = (page: Page) => bot(page).getByPlaceholder('Type your question');
  const said = (page: Page) => bot(page).getByTestId('host-bubble');

  async function ask(page: Page, text: string): Promise<void> {
    await question(page).pressSequentially(text);
    await question(page).press('Enter');
  }

  test('offers prompts, answers with its sources, and takes feedback', async () => {
    const { id, page } = await openChat({
      starterPrompts: { 0: { prompt: QUESTION } },
      chatFeedback: { status: true },
    });
    await bot(page).getByText(QUESTION).click();
    await said(page)
      .filter({ hasText: `${KEPT} [1]` })
      .waitFor();
    // Pictures of a page send no Origin.
    const width = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, `${suite.url}/api/v1/node-icon/hnsw`);
    expect(width).toBe(24);
    await bot(page).getByTitle('Thumbs Down').click();
    const [, answer] = await suite.api.messages(id);
    const listed = async () => (await suite.api.get(`/feedback/${id}`)).body;
    const rated = { chatflowid: id, messageId: answer?.id, rating: 'THUMBS_DOWN' };
    await expect.poll(listed).toMatchObject([{ ...rated, content: '' }]);
    await bot(page).getByPlaceholder('What do you think of the response?').pressSequentially('Too short.');
    await bot(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expect.poll(listed).toMatchObject([{ ...rated, content: 'Too short.' }]);
    const source = bot(page).getByRole('button', { name: KEPT });
    await source.click();
    await expect.poll(() => page.getByText('lending.txt').count()).toBeGreaterThan(0);
  });

  test('asks who somebody is, answers from a file of theirs, and shows the chat after a reload', async () => {
    const leads = { status: true, title: 'Who are you?', name: true, email: true, successMessage: 'Thank you.' };
    const fullFileUpload = { status: true, allowedUploadFileTypes: 'text/plain' };
    const { id, page } = await openChat({ leads, fullFileUpload });
    await bot(page).getByPlaceholder('Name').pressSequentially('Ada');
    await bot(page).getByPlaceholder('Email Address').pressSequentially('ada@example.com');
    await bot(page).getByPlaceholder('Email Address').press('Enter');
    await said(page).filter({ hasText: 'Thank you.' }).waitFor();
    const { body } = await suite.api.get(`/leads/${id}`);
    expect(body).toMatchObject([{ name: 'Ada', email: 'ada@example.com' }]);
    const film = { name: 'films.txt', mimeType: 'text/plain', buffer: Buffer.from('Films are lent for two days.') };
    await bot(page).locator('input[type=file]').setInputFiles(film);
    await ask(page, 'How long are films lent?');
    const answer = said(page).filter({ hasText: 'Films are lent for two days. [1]' });
    await answer.waitFor();
    const [asked] = await suite.api.messages(id);
    expect(asked).toMatchObject({ leadEmail: 'ada@example.com', fileUploads: [{ name: 'films.txt' }] });
    await page.reload();
    await bot(page).locator('button[part=button]').click();
    await answer.waitFor();
    await ask(page, QUESTION);
    await said(page)
      .filter({ hasText: `${KEPT} [1]` })
      .waitFor();
    expect(new Set((await suite.api.messages(id)).map(({ chatId }) => chatId)).size).toBe(1);
  });
});
