import { categoryOf } from '../../../../shared/nodes/kinds.ts';
import { t } from '../../../../shared/texts/t.ts';
import { addConnected, type ConnectOption, connectOptions } from '../../../editor/connection-targets.ts';
import { NODE_WIDTH, type Point } from '../../../editor/flow-content.ts';
import { connect } from '../../../editor/flow-edits.ts';
import { closeConnectMenu, type ConnectMenu as Menu, useCanvasViewStore } from '../../../stores/canvas-view-store.ts';
import { showAdded } from '../../../stores/flow/add-node-in-view.ts';
import { currentContent, currentGraph, editFlow } from '../../../stores/flow/flow-store.ts';
import { rememberAdded } from '../../../stores/recent-nodes.ts';
import { HandleShape } from '../../../ui/data-types.tsx';
import { NodeIcon } from '../../../ui/node-icon.tsx';
import { type Pick, type PickGroup, PickList } from './pick-list.tsx';

/** Space between a node and one that is added beside it, in canvas pixels. */
const BESIDE_GAP = 80;

function placeFor(menu: Menu, option: Extract<ConnectOption, { kind: 'new' }>): Point {
  const side = option.from.side;
  if (menu.place !== undefined)
    return side === 'output' ? menu.place : { x: menu.place.x - NODE_WIDTH, y: menu.place.y };
  const { x = 0, y = 0 } = currentContent().layout.get(menu.nodeId) ?? {};
  const step = NODE_WIDTH + BESIDE_GAP;
  return { x: side === 'output' ? x + step : x - step, y };
}

function add(menu: Menu, option: Extract<ConnectOption, { kind: 'new' }>): void {
  const added = addConnected(currentContent(), option, placeFor(menu, option));
  editFlow(() => added.content);
  rememberAdded(option.definition);
  showAdded(added.nodeId);
}

function pickOf(menu: Menu, option: ConnectOption): Pick {
  if (option.kind === 'present') {
    const { key, node, handle, ends } = option;
    return {
      key,
      icon: <HandleShape type={handle.type} isFilled className="mx-1" />,
      label: node.data.label,
      keywords: [handle.label],
      note: handle.label,
      onPick: () => editFlow((content) => connect(content, ends)),
    };
  }
  const { key, definition } = option;
  return {
    key,
    icon: <NodeIcon definition={definition} size={20} />,
    label: definition.label,
    keywords: definition.synonyms,
    onPick: () => add(menu, option),
  };
}

function groupsOf(menu: Menu): readonly PickGroup[] {
  const all = connectOptions(currentGraph(), menu.nodeId, menu.handleId);
  const added = Map.groupBy(
    all.filter((option) => option.kind === 'new'),
    ({ definition }) => categoryOf(definition),
  );
  // An edge that was dropped on the canvas asks for a new node there.
  const present = menu.place === undefined ? all.filter((option) => option.kind === 'present') : [];
  return [
    ...(present.length === 0
      ? []
      : [{ heading: t('On the canvas'), picks: present.map((option) => pickOf(menu, option)) }]),
    ...[...added].map(([category, found]) => ({
      heading: t('Add from {category}', { category: t(category) }),
      picks: found.map((option) => pickOf(menu, option)),
    })),
  ];
}

/** The list of what fits: opened by C on a node, or by an edge that was dropped on the empty canvas. */
export function ConnectMenu() {
  const menu = useCanvasViewStore((state) => state.connectMenu);
  if (menu === undefined) return null;
  return (
    <PickList
      label={t('Connect to')}
      placeholder={t('Connect to…')}
      at={menu.at}
      groups={groupsOf(menu)}
      onClose={closeConnectMenu}
    />
  );
}
