import { describe, expect, test } from 'vitest';
import { boxOf } from '../../renderer/editor/free-place.ts';
import { allNodeDefinitions } from '../../shared/nodes/registry.ts';
import { node } from '../helpers/builders/flows.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF EVERY NODE ARE SKIPPED: ${browserSkipReason}.\n`);

const COLUMNS = 8;

/** One of each, in rows. */
const nodes = allNodeDefinitions.map((definition, index) => ({
  ...node(definition),
  position: { x: (index % COLUMNS) * 280, y: Math.floor(index / COLUMNS) * 220 },
}));

describe.skipIf(browserSkipReason !== undefined)('Every node', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function open(shown: typeof nodes): Promise<void> {
    const { id } = await suite.api.createFlow({ nodes: shown, edges: [] });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.canvas.canvas.locator(`[data-id="${shown.at(-1)?.id}"]`).waitFor();
  }

  /** What is wrong with the form of the node that is selected, all of it open. */
  async function faultsOfForm(): Promise<readonly string[]> {
    const { page, canvas } = suite;
    const fold = canvas.inspector.getByRole('button', { name: 'More settings' });
    if ((await fold.count()) > 0) await fold.click();
    const violations = await axeViolations(page, { within: '[data-flow-form]' });
    const isWider = await canvas.inspector.evaluate((form) => {
      const end = form.getBoundingClientRect().right;
      return [...form.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > end);
    });
    return isWider ? [...violations, 'wider than the panel'] : violations;
  }

  test('has a form that is accessible and as wide as its panel, with all of it open', async () => {
    const faults: Record<string, readonly string[]> = {};
    for (const shown of nodes) {
      await open([shown]);
      await suite.canvas.nodes.click();
      await suite.page.getByRole('region', { name: shown.data.label, exact: true }).waitFor();
      const found = await faultsOfForm();
      if (found.length > 0) faults[shown.id] = found;
    }
    expect(faults).toEqual({});
  });

  test('has a card that is no larger than the room that is kept for it, and cuts no name of a handle', async () => {
    await open(nodes);
    const cards = await suite.canvas.nodes.evaluateAll((elements) =>
      elements.map((element) => ({
        id: element.getAttribute('data-id'),
        height: element instanceof HTMLElement ? element.offsetHeight : 0,
        cut: [...element.querySelectorAll('.handle-row span')]
          .filter((name) => name.scrollWidth > name.clientWidth)
          .map((name) => name.textContent),
      })),
    );
    expect(cards).toHaveLength(nodes.length);
    expect(cards.filter(({ cut }) => cut.length > 0)).toEqual([]);
    const room = new Map(nodes.map((each) => [each.id, boxOf(each).height]));
    expect(cards.filter(({ id, height }) => height > (room.get(id ?? '') ?? 0))).toEqual([]);
  });
});
