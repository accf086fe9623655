import { expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, node } from '../helpers/builders/flows.ts';
import { startFakeChatServices } from '../helpers/fakes/fake-chat-services.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';

const { chatOllama, llmChain, promptTemplate } = nodeDefinitions;

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TEST OF FLOWS WITHOUT A STORE IS SKIPPED: ${browserSkipReason}.\n`);

const suite = setUpBrowserSuite();

test.skipIf(browserSkipReason !== undefined)(
  'A flow that only answers needs no vector store: its checklist says what its chain lacks, and then it is asked',
  async () => {
    const { page, api, url } = suite;
    const services = await startFakeChatServices(() => ({ tokens: ['Honey ', 'Inc.'] }));
    const prompt = node(promptTemplate, { template: 'A company that makes {product}' });
    const model = node(chatOllama, { baseUrl: `${services.origin}/ollama`, modelName: 'fake' });
    const chain = node(llmChain);
    const nodes = [prompt, model, chain];
    const { id } = await api.createFlow({ nodes, edges: [edge(model, chain, 'model')] });
    const checklist = page.getByRole('region', { name: 'Checklist' });

    await page.goto(`${url}/#/flows/${id}`);
    await page.getByRole('button', { name: '1 problem' }).click();
    await checklist.getByRole('heading', { name: 'Before it can answer' }).waitFor();
    expect(await checklist.getByRole('heading').count()).toBe(1);
    await checklist.getByText('LLM Chain has no prompt. Connect one to it.').waitFor();

    const flowData = JSON.stringify({ nodes, edges: [edge(model, chain, 'model'), edge(prompt, chain, 'prompt')] });
    await api.json('PUT', `/chatflows/${id}`, { flowData });
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Flow settings' }).click();
    await checklist.getByText('Everything is in place. Ask it something.').waitFor();
    expect(await page.getByRole('button', { name: /problem/ }).count()).toBe(0);

    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    const panel = page.getByRole('region', { name: 'Ask', exact: true });
    await panel.getByRole('radio', { name: 'Answer' }).click();
    await retype(panel.getByRole('textbox', { name: 'Question' }), 'bees');
    await page.keyboard.press('Enter');
    await panel.getByRole('article', { name: 'bees', exact: true }).getByText('Honey Inc.').first().waitFor();
    await services.close();
  },
);
