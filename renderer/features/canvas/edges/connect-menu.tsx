import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import { NODE_KINDS } from '../../../../shared/nodes/kinds.ts';
import { addConnected, type ConnectOption, connectOptions } from '../../../editor/connection-targets.ts';
import { NODE_WIDTH, type Point } from '../../../editor/flow-content.ts';
import { connect } from '../../../editor/flow-edits.ts';
import { closeConnectMenu, type ConnectMenu as Menu, useCanvasViewStore } from '../../../stores/canvas-view-store.ts';
import { showAdded } from '../../../stores/flow/add-node-in-view.ts';
import { currentContent, currentGraph, editFlow } from '../../../stores/flow/flow-store.ts';
import { rememberAdded } from '../../../stores/recent-nodes.ts';
import { HandleShape } from '../../../ui/data-types.tsx';
import { matchWords } from '../../../ui/match-words.ts';
import { CommandNoHit } from '../../../ui/no-hit.tsx';
import { NodeIcon } from '../../../ui/node-icon.tsx';

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

function pick(menu: Menu, option: ConnectOption): void {
  closeConnectMenu();
  if (option.kind === 'present') {
    editFlow((content) => connect(content, option.ends));
    return;
  }
  const added = addConnected(currentContent(), option, placeFor(menu, option));
  editFlow(() => added.content);
  rememberAdded(option.definition);
  showAdded(added.nodeId);
}

function Option({ menu, option }: { readonly menu: Menu; readonly option: ConnectOption }) {
  const isNew = option.kind === 'new';
  return (
    <Command.Item
      value={option.key}
      keywords={
        isNew ? [option.definition.label, ...option.definition.synonyms] : [option.node.data.label, option.handle.label]
      }
      onSelect={() => pick(menu, option)}
      className="flex h-8 items-center gap-2 rounded px-2 data-[selected=true]:bg-hover"
    >
      {isNew ? (
        <NodeIcon definition={option.definition} size={20} />
      ) : (
        <HandleShape type={option.handle.type} isFilled className="mx-1" />
      )}
      <span className="min-w-0 flex-1 truncate">{isNew ? option.definition.label : option.node.data.label}</span>
      {isNew ? null : <span className="text-secondary text-muted">{option.handle.label}</span>}
    </Command.Item>
  );
}

function Options({ menu }: { readonly menu: Menu }) {
  const all = connectOptions(currentGraph(), menu.nodeId, menu.handleId);
  // An edge that was dropped on the canvas asks for a new node there.
  const options = menu.place === undefined ? all : all.filter((option) => option.kind === 'new');
  const present = options.filter((option) => option.kind === 'present');
  const added = Map.groupBy(
    options.filter((option) => option.kind === 'new'),
    ({ definition }) => NODE_KINDS[definition.kind].category,
  );
  const list = useRef<HTMLDivElement>(null);
  return (
    <Command label="Connect to" filter={matchWords}>
      <Command.Input
        autoFocus
        // The best hit is the first: cmdk leaves the list where it was scrolled to.
        onValueChange={() => requestAnimationFrame(() => list.current?.scrollTo({ top: 0 }))}
        placeholder="Connect to…"
        className="h-9 w-full border-b border-border bg-transparent px-3 outline-none placeholder:text-muted"
      />
      <Command.List ref={list} className="max-h-72 overflow-y-auto p-1">
        <CommandNoHit>Nothing that fits here is called so.</CommandNoHit>
        {present.length === 0 ? null : (
          <Command.Group heading="On the canvas" className="cmdk-group">
            {present.map((option) => (
              <Option key={option.key} menu={menu} option={option} />
            ))}
          </Command.Group>
        )}
        {[...added].map(([category, found]) => (
          <Command.Group key={category} heading={`Add from ${category}`} className="cmdk-group">
            {found.map((option) => (
              <Option key={option.key} menu={menu} option={option} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

/** The list of what fits: opened by C on a node, or by an edge that was dropped on the empty canvas. */
export function ConnectMenu() {
  const menu = useCanvasViewStore((state) => state.connectMenu);
  if (menu === undefined) return null;
  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : closeConnectMenu())}>
      <Popover.Anchor asChild>
        <div className="fixed size-px" style={{ left: menu.at.x, top: menu.at.y }} />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Connect to"
          className="z-50 w-72 overflow-hidden rounded-card border border-border bg-raised shadow-float"
        >
          <Options menu={menu} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
