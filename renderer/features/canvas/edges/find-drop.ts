import type { FlowGraph } from '../../../../shared/flow/flow-document.ts';
import { t } from '../../../../shared/texts/t.ts';
import { dropFit, type EdgeFit, type Joiner } from '../../../editor/edge-fits.ts';
import type { Point } from '../../../editor/flow-content.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import type { EdgeLine, FlowScene } from '../drawn/flow-scene.ts';
import { edgeAt } from '../drawn/use-hover.ts';

/** How near a wire has to be to what is dropped on it, in window pixels. */
const REACH = 20;

/** Finds how a node would join the edge near a place; the places in canvas pixels, the first one counts most. */
export type DropFinder = (places: readonly Point[], zoom: number) => EdgeFit | undefined;

/** The finder for one drag: which edges the node fits is worked out once. */
export function createDropFinder(graph: FlowGraph, { boxes, lines, ...scene }: FlowScene, joiner: Joiner): DropFinder {
  const fits = new Map<string, EdgeFit>();
  const fitting = lines.filter(({ key }: EdgeLine) => {
    const fit = dropFit(graph, key, joiner);
    if (fit !== undefined) fits.set(key, fit);
    return fit !== undefined;
  });
  const reduced = { ...scene, boxes, lines: fitting };
  return (places, zoom) => {
    const line = places.map((place) => edgeAt(reduced, place, REACH / zoom)).find((found) => found !== undefined);
    return line === undefined ? undefined : fits.get(line.key);
  };
}

/** What letting go would do, for the eye. */
export function dropWords(graph: FlowGraph, { kind, connections }: EdgeFit): string {
  if (kind === 'between') return t('Insert here');
  const fed = indexOf(graph).nodes.get(connections[0]?.target ?? '');
  return fed === undefined ? t('Connect to this wire') : t('Connect to {node}', { node: fed.data.label });
}
