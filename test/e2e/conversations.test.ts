import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChainFlow } from '../helpers/builders/chain-flows.ts';
import { type ChatReply, type FakeChatServices, startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF CONVERSATIONS ARE SKIPPED: ${browserSkipReason}.\n`);

const KEPT = 'Books may be kept for three weeks.';
const LATE = 'Late books cost ten cents a day.';
const FILES = [
  { name: 'lending.txt', content: `Every member may borrow. ${KEPT} ${LATE} Films are lent for a weekend.` },
  { name: 'rooms.txt', content: 'The reading room opens at nine in the morning. Books about rooms are kept there.' },
];
const HOW_LONG = 'How long may books be kept?';
const HOW_MUCH = 'How much do late books cost?';

let fake: FakeOpenAI;
let services: FakeChatServices;
let reply: ChatReply;
beforeAll(async () => {
  fake = await startFakeOpenAI();
  services = await startFakeChatServices(() => reply);
});
afterAll(async () => {
  await fake.close();
  await services.close();
});

describe.skipIf(browserSkipReason !== undefined)('Conversations', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const panel = () => suite.page.getByRole('region', { name: 'Ask', exact: true });
  const question = () => panel().getByRole('textbox', { name: 'Question', exact: true });
  const turn = (asked: string) => panel().getByRole('article', { name: asked, exact: true });
  const chip = (asked: string) => turn(asked).getByRole('button', { name: /^\[\d\]/ });
  const button = (name: string) => panel().getByRole('button', { name, exact: true });
  const list = () => panel().getByRole('list', { name: 'Conversations' });

  async function openAsk(id: string): Promise<void> {
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await panel().getByRole('radio', { name: 'Answer' }).click();
  }

  async function openFilled(): Promise<string> {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await suite.api.upsert(id, FILES);
    await openAsk(id);
    return id;
  }

  /** A flow whose answers a model writes. */
  async function openChain(): Promise<string> {
    const flow = makeChainFlow({ basepath: fake.basepath, chat: services.origin });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, FILES);
    await openAsk(id);
    return id;
  }

  async function ask(text: string): Promise<void> {
    await retype(question(), text);
    await question().press('Enter');
  }

  const hasFocus = (element: Locator) => element.evaluate((found) => found === document.activeElement);

  test('stay, are found by their words, named, deleted and brought back', async () => {
    const { page, api } = suite;
    const id = await openFilled();
    await ask(HOW_LONG);
    await chip(HOW_LONG).first().waitFor();
    await button('New conversation').click();
    await ask(HOW_MUCH);
    await chip(HOW_MUCH).first().waitFor();
    expect(await turn(HOW_LONG).count()).toBe(0);

    await page.reload();
    await openAsk(id);
    await chip(HOW_MUCH).first().waitFor();
    await button('Conversations').press('Enter');
    await list().getByText(HOW_LONG).waitFor();
    await page.keyboard.press('Escape');
    await chip(HOW_MUCH).first().waitFor();
    await button('Conversations').press('Enter');
    await page.keyboard.type('how long');
    await expect.poll(() => list().getByRole('listitem').count()).toBe(1);
    await list()
      .getByRole('button', { name: `More for ${HOW_LONG}` })
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await retype(panel().getByRole('textbox', { name: 'New name' }), 'Lending');
    await page.keyboard.press('Enter');
    await list()
      .getByRole('button', { name: /^Lending/ })
      .focus();
    await page.keyboard.press('Enter');
    await chip(HOW_LONG).first().waitFor();
    expect(await hasFocus(question())).toBe(true);

    await button('Conversations').click();
    await list().getByRole('button', { name: 'More for Lending' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await list().getByText('Lending').waitFor({ state: 'detached' });
    expect((await api.messages(id)).map(({ content }) => content)).not.toContain(HOW_LONG);
    await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).click();
    await list()
      .getByRole('button', { name: /^Lending/ })
      .click();
    await chip(HOW_LONG).first().waitFor();

    await button('Conversations').click();
    await list().getByRole('button', { name: 'More for Lending' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await list().getByText('Lending').waitFor({ state: 'detached' });
    await page.goto(`${suite.url}/#/bin`);
    await page.getByRole('button', { name: 'Bring back Lending' }).click();
    await page.getByRole('button', { name: 'Bring back Lending' }).waitFor({ state: 'detached' });
    await openAsk(id);
    await button('Conversations').click();
    await list()
      .getByRole('button', { name: /^Lending/ })
      .waitFor();
  });

  test('are changed in the middle, asked again and rated, by keyboard alone', async () => {
    const { page, api } = suite;
    const id = await openFilled();
    await ask('How long may boks be kept?');
    await turn('How long may boks be kept?').getByRole('button', { name: 'Copy the answer' }).waitFor();
    await ask(HOW_MUCH);
    await chip(HOW_MUCH).first().waitFor();
    await turn('How long may boks be kept?').getByRole('button', { name: 'Change the question' }).press('Enter');
    await panel().getByText('What was asked and answered from here on is replaced.').waitFor();
    await page.keyboard.press('Escape');
    await turn('How long may boks be kept?').getByRole('button', { name: 'Change the question' }).press('Enter');
    await retype(panel().getByRole('textbox', { name: 'Question to ask instead' }), HOW_LONG);
    await page.keyboard.press('Enter');
    await chip(HOW_LONG).first().waitFor();
    const contents = async () =>
      (await api.messages(id)).flatMap(({ role, content }) => (role === 'userMessage' ? content : []));
    expect(await contents()).toEqual([HOW_LONG]);

    const before = (await api.messages(id)).map(({ id: old }) => old);
    await turn(HOW_LONG).getByRole('button', { name: 'Ask again' }).press('Enter');
    const isNew = async () => (await api.messages(id)).every(({ id: now }) => !before.includes(now));
    await expect.poll(isNew).toBe(true);
    await turn(HOW_LONG).getByRole('button', { name: 'Copy the answer' }).waitFor();
    await turn(HOW_LONG).getByRole('button', { name: 'Bad answer' }).press('Enter');
    await turn(HOW_LONG).getByRole('button', { name: 'Bad answer', pressed: true }).waitFor();
    await page.reload();
    await openAsk(id);
    const bad = turn(HOW_LONG).getByRole('button', { name: 'Bad answer', pressed: true });
    await bad.press('Enter');
    await turn(HOW_LONG).getByRole('button', { name: 'Bad answer', pressed: false }).waitFor();
    expect(await contents()).toEqual([HOW_LONG]);
  });

  test('with a filter are answered from what has that metadata', async () => {
    const { page } = suite;
    await openFilled();
    await button('Filter').click();
    await page.getByRole('menuitem', { name: 'source' }).press('ArrowRight');
    await page.getByRole('menuitem', { name: /^rooms\.txt/ }).click();
    await ask(HOW_LONG);
    await turn(HOW_LONG).getByRole('button', { name: 'Ask again' }).waitFor();
    expect(await turn(HOW_LONG).getByText('lending.txt').count()).toBe(0);
    await turn(HOW_LONG).getByText('rooms.txt').first().waitFor();
  });

  test('with a flow that has been deleted meanwhile lead to the bin', async () => {
    const { page, api, url } = suite;
    const id = await openFilled();
    suite.expectFault('404');
    await api.json('POST', `/bin/chatflows/${id}`, {});
    await ask(HOW_LONG);
    await turn(HOW_LONG).getByText('This flow has been deleted.').waitFor();
    expect(await turn(HOW_LONG).textContent()).not.toContain('/api/');
    await turn(HOW_LONG).getByRole('button', { name: 'Open the bin' }).click();
    await expect.poll(() => page.url()).toBe(`${url}/#/bin`);
  });

  test('show what a model writes as Markdown without HTML, pictures and links that lead on at once, and what it was made by', async () => {
    const { page, url } = suite;
    await openChain();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    reply = {
      tokens: [
        '## Lending\n\n- **Books** may be ',
        'kept for three weeks [1].\n\n',
        'See [the terms](https://example.org/terms?x=1) ![a picture](https://example.org/x.png) <img src="https://example.org/y.png">',
      ],
      inputTokens: 500,
    };
    await ask(HOW_LONG);
    await turn(HOW_LONG).getByText('fake-model at').waitFor();
    await turn(HOW_LONG).getByText('500 tokens in').waitFor();
    await turn(HOW_LONG).getByRole('heading', { name: 'Lending', level: 4 }).waitFor();
    expect(await turn(HOW_LONG).locator('strong').first().textContent()).toBe('Books');
    await chip(HOW_LONG).first().waitFor();
    expect(await turn(HOW_LONG).locator('img').count()).toBe(0);
    await turn(HOW_LONG).getByText('<img src=').first().waitFor();
    await turn(HOW_LONG).getByRole('button', { name: 'the terms' }).press('Enter');
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open it' });
    expect(await link.getAttribute('href')).toBe('https://example.org/terms?x=1');
    await page.getByRole('dialog').getByText('https://example.org/terms?x=1').waitFor();
    for (const look of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: look });
      expect(await axeViolations(page, { within: '[role="dialog"]', isOtherLook: look === 'dark' })).toEqual([]);
    }
    await page.keyboard.press('Escape');
    expect(await axeViolations(page, { within: 'section[aria-label="Ask"]' })).toEqual([]);
    expect(new Set(asked)).toEqual(new Set([url]));
  });

  test('follow the answer until the person scrolls, and screen readers hear whole sentences', async () => {
    const { page } = suite;
    await openChain();
    const later = Promise.withResolvers<readonly string[]>();
    const lines = Array.from({ length: 24 }, (_, index) => `${KEPT} Line ${index} goes on.\n\n`);
    reply = { tokens: [...lines, 'The begin'], later: later.promise };
    await ask(HOW_LONG);
    const open = turn(HOW_LONG).getByText('The begin', { exact: true });
    await open.waitFor();
    const isSeen = (part: Locator) =>
      part.evaluate((found) => {
        const { top, bottom } = found.getBoundingClientRect();
        const field = document.querySelector('form input')?.getBoundingClientRect();
        return top > 0 && field !== undefined && bottom <= field.top;
      });
    await expect.poll(() => isSeen(open)).toBe(true);
    const heard = turn(HOW_LONG).locator('[aria-live="polite"]').first();
    expect(await heard.textContent()).toContain('Line 23 goes on.');
    expect(await heard.textContent()).not.toContain('The begin');

    await turn(HOW_LONG).hover({ position: { x: 20, y: 200 }, force: true });
    await page.mouse.wheel(0, -600);
    await button('To the end').waitFor();
    later.resolve(['ning is over.\n\n', 'That is all.']);
    await turn(HOW_LONG).getByRole('button', { name: 'Copy the answer' }).waitFor();
    expect(await isSeen(turn(HOW_LONG).getByText('That is all.').last())).toBe(false);
    await button('To the end').click();
    await expect.poll(() => isSeen(turn(HOW_LONG).getByRole('button', { name: 'Copy the answer' }))).toBe(true);
    expect(await hasFocus(question())).toBe(true);
    expect(await heard.textContent()).toContain('That is all.');
  });

  test('say what to do where the model refuses the key, with the passages, and open its settings', async () => {
    const { page } = suite;
    await openChain();
    reply = { status: 401, body: { error: 'no' } };
    await ask(HOW_LONG);
    await turn(HOW_LONG).getByRole('alert').getByText('Check the key in the credential of the chat model.').waitFor();
    await turn(HOW_LONG)
      .getByRole('list', { name: 'Passages found' })
      .getByText(/Late books cost/)
      .waitFor();
    await turn(HOW_LONG).getByRole('button', { name: 'Open its settings' }).click();
    await page.getByRole('tab', { name: 'Settings', selected: true }).waitFor();
  });

  test('with one of all are held beside what all found', async () => {
    const { page, url } = suite;
    const name = 'Rules of the village';
    const id = await openFilled();
    await suite.api.json('PUT', `/chatflows/${id}`, { name });
    await page.goto(`${url}/#/ask?q=${encodeURIComponent(HOW_LONG)}`);
    await page.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Answer' }).click();
    const beside = page.getByRole('region', { name: `Conversation with ${name}` });
    await beside.getByRole('article', { name: HOW_LONG }).getByText(KEPT).first().waitFor();
    expect(page.url()).toContain(`with=${id}`);
    await beside.getByRole('button', { name: 'Close the conversation' }).click();
    await beside.waitFor({ state: 'detached' });
    await page.goto(`${url}/#/ask`);
    await page.getByRole('list', { name: 'Conversations' }).getByRole('button', { name: HOW_LONG }).first().click();
    await page
      .getByRole('region', { name: /^Conversation with/ })
      .getByRole('article', { name: HOW_LONG })
      .first()
      .waitFor();
  });
});
