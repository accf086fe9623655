import { describe, expect, test } from 'vitest';
import { boxOf } from '../../renderer/editor/free-place.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { paramInfo } from '../../shared/nodes/params.ts';
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

/** So many nodes are drawn as elements: of more, most are painted. */
const IN_A_FLOW = 48;
const flows = [...Map.groupBy(nodes, (_, index) => Math.floor(index / IN_A_FLOW)).values()];

/** What a form is put together from: the kinds of its fields, and the parts around them. */
function partsOf({ params, kind, credential, note, connects }: NodeDefinition): readonly string[] {
  const fields = Object.values(params.shape).map((schema) => {
    const { kind: field, freeText, unit, pathOf, overridable } = paramInfo(schema);
    return JSON.stringify([field, freeText, unit !== undefined, pathOf, overridable]);
  });
  return [...fields, `${kind}, connects: ${connects}`, `credential: ${credential !== undefined}`, `note: ${note}`];
}

/** The names of the fewest nodes whose forms have every part that any form has; those with the most parts come first. */
function fewestWithAllParts(): ReadonlySet<string> {
  const seen = new Set<string>();
  const chosen = new Set<string>();
  const sizeOf = (definition: NodeDefinition) => new Set(partsOf(definition)).size;
  for (const definition of allNodeDefinitions.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    const parts = partsOf(definition);
    if (parts.every((part) => seen.has(part))) continue;
    chosen.add(definition.name);
    for (const part of parts) seen.add(part);
  }
  return chosen;
}

describe.skipIf(browserSkipReason !== undefined)('Every node', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function open(shown: typeof nodes): Promise<void> {
    const { id } = await suite.api.createFlow({ nodes: shown, edges: [] });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.canvas.canvas.locator(`[data-id="${shown.at(-1)?.id}"]`).waitFor();
  }

  /** Opens the form of a node, all of it. */
  async function openForm({ id, data }: (typeof nodes)[number]): Promise<void> {
    await suite.canvas.canvas.locator(`[data-id="${id}"]`).focus();
    await suite.page.keyboard.press('Enter');
    await suite.page.locator(`section[aria-label="${data.label}"]`).waitFor();
    const fold = suite.canvas.inspector.locator('button', { hasText: 'More settings' });
    if ((await fold.count()) > 0) await fold.click();
  }

  test('has a form that is as wide as its panel, with all of it open', async () => {
    const wider: string[] = [];
    for (const flow of flows) {
      await open(flow);
      for (const shown of flow) {
        await openForm(shown);
        const isWider = await suite.canvas.inspector.evaluate((form) => {
          const end = form.getBoundingClientRect().right;
          return [...form.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > end);
        });
        if (isWider) wider.push(shown.id);
      }
    }
    expect(wider).toEqual([]);
  });

  test('has an accessible form: each kind of field, and all that is around fields, looked at once', async () => {
    const faults: Record<string, readonly string[]> = {};
    const names = fewestWithAllParts();
    for (const shown of nodes.filter(({ data }) => names.has(data.name))) {
      await open([shown]);
      await openForm(shown);
      const found = await axeViolations(suite.page, { within: '[data-flow-form]' });
      if (found.length > 0) faults[shown.id] = found;
    }
    expect(faults).toEqual({});
  });

  test('has a card that is no larger than the room that is kept for it, and cuts no name of a handle', async () => {
    const cards = [];
    for (const flow of flows) {
      await open(flow);
      const shown = await suite.canvas.nodes.evaluateAll((elements) =>
        elements.map((element) => ({
          id: element.getAttribute('data-id'),
          height: element instanceof HTMLElement ? element.offsetHeight : 0,
          cut: [...element.querySelectorAll('.handle-row span')]
            .filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent),
        })),
      );
      expect(shown).toHaveLength(flow.length);
      cards.push(...shown);
    }
    expect(cards.filter(({ cut }) => cut.length > 0)).toEqual([]);
    const room = new Map(nodes.map((each) => [each.id, boxOf(each).height]));
    expect(cards.filter(({ id, height }) => height > (room.get(id ?? '') ?? 0))).toEqual([]);
  });
});
