import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../../shared/api/chatflows.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../../shared/flow/starter-flow.ts';
import { browserSkipReason, setUpBrowserSuite } from '../../helpers/pages/browser-suite.ts';
import { editorPage } from '../../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TEST OF A FLOW OF 20 MB IS SKIPPED: ${browserSkipReason}.\n`);

/** Nodes and characters of a flow of 20 MB. */
const LARGE = { nodes: 500, charactersEach: 42_000 } as const;

/** What the page promises on a quiet machine; asserted where TRIBUTARY_QUIET says that this is one. */
const LONGEST_TASK_MS = 500;

describe.skipIf(browserSkipReason !== undefined)('A flow of 20 MB', () => {
  const suite = setUpBrowserSuite();

  test('opens, is edited and saved, and the page goes on answering', async () => {
    // Scripts of a page stay with it.
    await suite.openPage({});
    const { page, canvas } = suite;
    const [, loader] = createStarterFlow().nodes;
    if (loader === undefined) throw new Error('The starter flow has a loader.');
    const text = 'Please water before nine. '.repeat(LARGE.charactersEach / 26);
    const nodes = Array.from({ length: LARGE.nodes }, (_, index) => ({
      ...loader,
      id: `plainText_${index}`,
      position: { x: (index % 25) * 300, y: Math.floor(index / 25) * 200 },
      data: { ...loader.data, name: 'plainText', label: `Text ${index}`, inputs: { text } },
    }));
    const { id } = await suite.api.createFlow({ nodes, edges: [] });
    await page.addInitScript(() => {
      const longest = { ms: 0 };
      Reflect.set(globalThis, 'longestTask', longest);
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    const started = performance.now();
    await page.goto(`${suite.url}/#/flows/${id}`);
    await canvas.nodes.first().waitFor();
    const openedMs = Math.round(performance.now() - started);
    const openingTask = await page.evaluate(() => Math.round(Reflect.get(globalThis, 'longestTask').ms));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('qdrant');
    await page.keyboard.press('Enter');
    await canvas.saved();
    const longest = await page.evaluate(() => Math.round(Reflect.get(globalThis, 'longestTask').ms));
    console.warn(
      `A flow of 20 MB: open in ${openedMs} ms, longest task ${openingTask} ms, with an edit ${longest} ms.`,
    );
    const { flowData } = ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body);
    expect(parseFlowDocument(flowData).nodes).toHaveLength(LARGE.nodes + 1);
    if (process.env.TRIBUTARY_QUIET !== undefined) expect(longest).toBeLessThan(LONGEST_TASK_MS);
    await editorPage(page).openUpsert();
  });
});
