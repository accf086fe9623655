import { NodeToolbar as Floating, Position, useStore } from '@xyflow/react';
import { memo, useDeferredValue } from 'react';
import { type CommandId, commandOf } from '../../../shared/commands/command-table.ts';
import { t } from '../../../shared/texts/t.ts';
import { canRun, runCommand } from '../../commands/registry.ts';
import { useDragStore } from '../../features/canvas/drawn/drag-store.ts';
import { shownKeys } from '../../keymap.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { keyboard } from '../../ui/platform.ts';
import { COMMAND_ICONS } from './command-icons.tsx';
import { NODE_TOOLS } from './menu-layout.ts';

/** Room that the toolbar takes above a card, in window pixels. */
const TOOLBAR_HEIGHT = 48;

const Tool = memo(function Tool({ id }: { readonly id: CommandId }) {
  const { label, short } = commandOf(id);
  return (
    <IconButton
      label={short ?? label}
      shortcut={shownKeys(id, keyboard)}
      side="top"
      className="size-7"
      icon={COMMAND_ICONS[id]}
      onClick={() => runCommand(id)}
    />
  );
});

function Tools({ nodeId }: { readonly nodeId: string }) {
  // What can be done hangs on the node's edges, too.
  useFlowStore((state) => state.history.present.graph);
  // Below the card where it would not be seen above it.
  const isBelow = useStore(({ nodeLookup, transform }) => {
    const top = nodeLookup.get(nodeId)?.internals.positionAbsolute.y ?? 0;
    return top * transform[2] + transform[1] < TOOLBAR_HEIGHT;
  });
  return (
    <Floating nodeId={nodeId} isVisible position={isBelow ? Position.Bottom : Position.Top} offset={6}>
      <div
        role="toolbar"
        aria-label={t('Node')}
        className="nodrag nopan flex items-center rounded-control border border-border bg-raised p-0.5 shadow-card"
      >
        {NODE_TOOLS.filter(canRun).map((id) => (
          <Tool key={id} id={id} />
        ))}
      </div>
    </Floating>
  );
}

/** What is done most with a node, above the one that is selected; not while nodes are dragged or an edge is drawn. */
export function NodeToolbar() {
  const selectedId = useFlowStore(({ selectedNodeIds }) =>
    selectedNodeIds.size === 1 ? [...selectedNodeIds][0] : undefined,
  );
  // The node is drawn first.
  const shownId = useDeferredValue(selectedId);
  const nodeId = selectedId === undefined ? undefined : shownId;
  const isDragged = useDragStore(({ places }) => places !== undefined);
  const isDrawn = useStore(({ connection, userSelectionActive }) => connection.inProgress || userSelectionActive);
  const isRenamed = useCanvasViewStore((state) => state.renamedNodeId !== undefined);
  return nodeId === undefined || isDragged || isDrawn || isRenamed ? null : <Tools key={nodeId} nodeId={nodeId} />;
}
