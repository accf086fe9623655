import { createServer, request, type Server } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { linkWith, SessionCodeSchema } from '../../shared/api/session.ts';
import { startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';
import { settingsPage } from '../helpers/pages/settings-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF CHAT MODELS ARE SKIPPED: ${browserSkipReason}.\n`);

const KEPT = 'Books may be kept for three weeks.';
const CLOUD = 'gpt-oss:120b-cloud';

/** A server that asks another one, below a path. */
function forwardTo(address: string): Server {
  return createServer((incoming, response) => {
    const { method, headers, url } = incoming;
    const { host: _, ...sent } = headers;
    const outgoing = request(`${address}${url}`, { method, headers: sent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
}

const services = await startFakeChatServices(() => ({ tokens: [`${KEPT.slice(0, -1)} [1].`] }), ['qwen3:4b', CLOUD]);
/** Ollama has no path in its address. */
const ollama = await listenOnFreePort(forwardTo(`${services.origin}/ollama`));
afterAll(async () => {
  await ollama.close();
  await services.close();
});

describe.skipIf(browserSkipReason !== undefined)('Chat models', () => {
  const suite = setUpBrowserSuite({ settings: {}, env: { OLLAMA_HOST: new URL(ollama.origin).host } });
  const settings = () => settingsPage(suite.page, suite.url);
  const panel = () => suite.page.getByRole('region', { name: 'Ask', exact: true });
  const where = () => panel().getByRole('region', { name: 'Where it goes' });

  /** Only the app itself may choose: the browser is let in by a link. */
  async function letIn(): Promise<void> {
    const { code } = SessionCodeSchema.parse((await suite.api.call('POST', '/session/codes')).body);
    await suite.page.goto(linkWith(suite.url, code));
    await suite.page.waitForURL((url) => !url.href.includes('code='));
  }

  async function chooseInSettings(model: string): Promise<void> {
    const { page } = suite;
    await settings().open('answers', 'Answers');
    await page.getByRole('button', { name: 'Look for models on this machine' }).click();
    await page.getByRole('button', { name: `${model} in Ollama` }).click();
    await page.getByRole('button', { name: 'Use this model' }).click();
    await page.getByText(`A model is chosen: ${model}.`).waitFor();
  }

  async function openFilled(): Promise<void> {
    const { page, url, api } = suite;
    const id = await openNewFlow(page, url, api);
    await api.upsert(id, [{ name: 'lending.txt', content: KEPT }]);
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await panel().getByRole('radio', { name: 'Answer' }).click();
  }

  async function ask(): Promise<void> {
    const question = panel().getByRole('textbox', { name: 'Question' });
    await retype(question, 'How long may books be kept?');
    await question.press('Enter');
  }

  test('of this machine are found, chosen with a click and tested; then they write the answers, till none is to', async () => {
    const { page } = suite;
    await letIn();
    await settings().open('answers', 'Answers');
    await page.getByText('No model is chosen: answers are sentences of the passages.').waitFor();
    await chooseInSettings('qwen3:4b');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/qwen3:4b at http:\/\/127\.0\.0\.1:\d+ answers\./).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await openFilled();
    await where().getByText('qwen3:4b answers on this machine.').waitFor();
    await ask();
    await panel().getByText(KEPT).first().waitFor();
    expect(services.calls.length).toBeGreaterThan(1);
    await settings().open('answers', 'Answers');
    await page.getByRole('button', { name: 'Answer without a model' }).click();
    await page.getByText('No model is chosen').waitFor();
  });

  test('of other machines are asked once a person has agreed, and never where only this machine may be asked', async () => {
    await letIn();
    await chooseInSettings(CLOUD);
    await openFilled();
    await where().getByText(`The question and the passages found for it go to ${CLOUD} at ollama.com.`).waitFor();
    await ask();
    await panel().getByText('The question and the passages found for it would go to ollama.com').waitFor();
    await where().getByRole('button', { name: 'Agree that they go to ollama.com' }).click();
    await where().getByRole('button').waitFor({ state: 'detached' });
    await ask();
    await panel().getByText(KEPT).first().waitFor();
    expect(await axeViolations(suite.page)).toEqual([]);
    await where().getByRole('checkbox', { name: 'Ask only models on this machine' }).click();
    await expect.poll(() => where().getByRole('checkbox').isChecked()).toBe(true);
    await ask();
    await panel().getByText('Only models on this machine may be asked here').waitFor();
    await openFilled();
    await ask();
    const refusal = panel().getByRole('alert');
    await refusal.getByRole('button', { name: 'Agree that they go to ollama.com' }).click();
    await panel().getByText(KEPT).first().waitFor();
  });
});
