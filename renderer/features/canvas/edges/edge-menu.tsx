import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { t } from '../../../../shared/texts/t.ts';
import { type EdgeFit, type EdgeOption, edgeOptions, joinEdge } from '../../../editor/edge-fits.ts';
import { NODE_WIDTH, type Point } from '../../../editor/flow-content.ts';
import { addNode } from '../../../editor/flow-edits.ts';
import { indexOf } from '../../../editor/graph-index.ts';
import { closeEdgeMenu, type EdgeMenu as Menu, useCanvasViewStore } from '../../../stores/canvas-view-store.ts';
import { showAdded } from '../../../stores/flow/add-node-in-view.ts';
import { currentContent, currentGraph, editFlow } from '../../../stores/flow/flow-store.ts';
import { rememberAdded } from '../../../stores/recent-nodes.ts';
import { NodeIcon } from '../../../ui/node-icon.tsx';
import { type Pick, type PickGroup, PickList } from './pick-list.tsx';

/** Between a node and one that is added beside it, in canvas pixels. */
const BESIDE_GAP = 80;

/** In the middle of the edge, where the edge begins, or left of the node that the new one feeds. */
function placeFor({ kind, connections }: EdgeFit, { source, target }: Ends): Point {
  const { layout } = currentContent();
  const from = layout.get(source) ?? { x: 0, y: 0 };
  const to = layout.get(target) ?? from;
  if (kind === 'between') return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  if (kind === 'instead') return from;
  const fed = layout.get(connections[0]?.target ?? '') ?? to;
  return { x: fed.x - NODE_WIDTH - BESIDE_GAP, y: fed.y };
}

interface Ends {
  readonly source: string;
  readonly target: string;
}

function put(option: EdgeOption, ends: Ends): void {
  const { fit } = option;
  if (option.kind === 'present') {
    editFlow((content) => joinEdge(content, fit));
    showAdded(option.node.id);
    return;
  }
  const added = addNode(currentContent(), option.definition, placeFor(fit, ends));
  editFlow(() => joinEdge(added.content, fit));
  rememberAdded(option.definition);
  showAdded(added.nodeId);
}

function pickOf(option: EdgeOption, ends: Ends): Pick {
  const isNew = option.kind === 'new';
  const definition = isNew ? option.definition : findNodeDefinition(option.node.data.name);
  return {
    key: `${option.kind}:${option.fit.kind}:${option.fit.nodeId}`,
    icon: <NodeIcon definition={definition} size={20} />,
    label: isNew ? option.definition.label : option.node.data.label,
    keywords: definition?.synonyms ?? [],
    note: isNew ? undefined : t('On the canvas'),
    onPick: () => put(option, ends),
  };
}

function groupsOf({ edgeKey }: Menu): readonly PickGroup[] {
  const graph = currentGraph();
  const { edges, nodes } = indexOf(graph);
  const ends = edges.get(edgeKey);
  if (ends === undefined) return [];
  const labelOf = (id: string) => nodes.get(id)?.data.label ?? id;
  const headings: Readonly<Record<EdgeFit['kind'], string>> = {
    between: t('Between the two'),
    source: t('Into {node}', { node: labelOf(ends.source) }),
    target: t('Into {node}', { node: labelOf(ends.target) }),
    instead: t('In place of {node}', { node: labelOf(ends.source) }),
  };
  const byKind = Map.groupBy(edgeOptions(graph, edgeKey), ({ fit }) => fit.kind);
  return (['between', 'source', 'target', 'instead'] as const).flatMap((kind) => {
    const options = byKind.get(kind);
    return options === undefined
      ? []
      : [{ heading: headings[kind], picks: options.map((option) => pickOf(option, ends)) }];
  });
}

/** The list of what can be put on an edge: opened by its + or the insert command. */
export function EdgeMenu() {
  const menu = useCanvasViewStore((state) => state.edgeMenu);
  if (menu === undefined) return null;
  return (
    <PickList
      label={t('Add on the wire')}
      placeholder={t('Add on the wire…')}
      at={menu.at}
      groups={groupsOf(menu)}
      onClose={closeEdgeMenu}
    />
  );
}
