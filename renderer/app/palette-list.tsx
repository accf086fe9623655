import { Command as Cmdk } from 'cmdk';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { CommandId } from '../../shared/commands/command-table.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { t } from '../../shared/texts/t.ts';
import { useFoundSources } from '../api/find.ts';
import { type OfferedCommand, offeredCommands } from '../commands/registry.ts';
import { findInFlow } from '../editor/find-in-flow.ts';
import { searchNodes } from '../editor/search-nodes.ts';
import { shownKeys } from '../keymap.ts';
import { goToNode, useCanvasViewStore } from '../stores/canvas-view-store.ts';
import { addNodeInView } from '../stores/flow/add-node-in-view.ts';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { Kbd } from '../ui/controls/kbd.tsx';
import { matchWords } from '../ui/match-words.ts';
import { NodeIcon } from '../ui/node-icon.tsx';
import { keyboard } from '../ui/platform.ts';
import { AskGroup, FindGroups } from './find-groups.tsx';
import { closeCommandPalette, PALETTE_INPUT } from './palette-input.ts';

interface PaletteListProps {
  /** What was typed before the list was there. */
  readonly early: string;
  /** Whether Enter was pressed then, too. */
  readonly isHurried: boolean;
  /** Of the commands that lead to a page. */
  readonly icons: ReadonlyMap<CommandId, ReactNode>;
}

interface ItemProps {
  readonly value: string;
  readonly label: string;
  readonly keywords: readonly string[];
  readonly icon?: ReactNode;
  readonly keys?: string | undefined;
  readonly onRun: () => void;
}

function Item({ value, label, keywords, icon, keys, onRun }: ItemProps) {
  function run() {
    closeCommandPalette();
    // After the dialog gave the focus back, so that a command may move it.
    requestAnimationFrame(onRun);
  }
  return (
    <Cmdk.Item
      value={value}
      keywords={[label, ...keywords]}
      onSelect={run}
      className="flex h-9 items-center gap-2.5 rounded-control px-2 data-[selected=true]:bg-hover [&>svg]:size-4 [&>svg]:text-muted"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {keys === undefined ? null : <Kbd>{keys}</Kbd>}
    </Cmdk.Item>
  );
}

interface CommandGroupProps {
  readonly title: string;
  readonly commands: readonly OfferedCommand[];
  readonly icons?: PaletteListProps['icons'];
}

function CommandGroup({ title, commands, icons }: CommandGroupProps) {
  const others = commands.filter((command) => command.id !== 'command-palette');
  if (others.length === 0) return null;
  return (
    <Cmdk.Group heading={title} className="cmdk-group">
      {others.map((command) => (
        <Item
          key={command.id}
          value={command.id}
          label={command.label}
          keywords={command.keywords}
          icon={icons?.get(command.id)}
          keys={shownKeys(command.id, keyboard)}
          onRun={command.run}
        />
      ))}
    </Cmdk.Group>
  );
}

function NodeGroup() {
  const hasCanvas = useCanvasViewStore((state) => state.view !== undefined);
  if (!hasCanvas) return null;
  return (
    <Cmdk.Group heading={t('Add a node')} className="cmdk-group">
      {searchNodes('').map((definition) => (
        <Item
          key={definition.name}
          value={`add ${definition.name}`}
          label={definition.label}
          keywords={['add', ...definition.synonyms]}
          icon={<NodeIcon definition={definition} size={20} />}
          onRun={() => addNodeInView(definition)}
        />
      ))}
    </Cmdk.Group>
  );
}

/** The nodes of the open flow that fit, wherever they are: on a large canvas only those in sight are part of the page. */
function FoundNodes({ typed }: { readonly typed: string }) {
  const hasCanvas = useCanvasViewStore((state) => state.view !== undefined);
  const graph = useFlowStore((state) => state.history.present.graph);
  const found = hasCanvas ? findInFlow(graph, typed, (words, texts) => matchWords('', words, texts)) : [];
  if (found.length === 0) return null;
  return (
    <Cmdk.Group heading={t('In this flow')} className="cmdk-group">
      {found.map(({ node, texts }) => (
        <Item
          key={node.id}
          value={`node ${node.id}`}
          label={node.data.label === '' ? node.data.name : node.data.label}
          keywords={texts}
          icon={<NodeIcon definition={findNodeDefinition(node.data.name)} size={20} />}
          onRun={() => goToNode(node.id)}
        />
      ))}
    </Cmdk.Group>
  );
}

/** Keeps the first entry chosen when the server's findings come after it, unless another has been chosen by key. */
function useFirstChosen(typed: string, list: RefObject<HTMLDivElement | null>) {
  const [value, setValue] = useState('');
  const hasMoved = useRef(false);
  const { data: sources } = useFoundSources(typed);
  useEffect(() => {
    if (sources === undefined) return;
    // The list is sorted after this effect.
    const frame = requestAnimationFrame(() => {
      const first = list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value');
      if (!hasMoved.current && typeof first === 'string') setValue(first);
    });
    return () => cancelAnimationFrame(frame);
  }, [sources, list]);
  return { value, setValue, hasMoved };
}

/** Types what was typed before the list was there, as the list sorts itself when it is typed into. */
function useEarlyWords(early: string, isHurried: boolean, list: RefObject<HTMLDivElement | null>) {
  const [typed, setTyped] = useState('');
  useEffect(() => setTyped(early), [early]);
  useEffect(() => {
    if (!isHurried || typed !== early) return;
    // The list is sorted after this effect, and its first entry chosen after that.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click());
    });
    return () => cancelAnimationFrame(frame);
  }, [isHurried, typed, early, list]);
  return [typed, setTyped] as const;
}

/** Everything that can be found or done now, by its words. */
export function PaletteList({ early, isHurried, icons }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useEarlyWords(early, isHurried, list);
  const { value, setValue, hasMoved } = useFirstChosen(typed, list);
  function type(words: string) {
    hasMoved.current = false;
    setTyped(words);
  }
  function noteMove({ key }: KeyboardEvent) {
    if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
  }
  return (
    <Cmdk
      label={t('Find anything')}
      loop
      filter={matchWords}
      value={value}
      onValueChange={setValue}
      onKeyDown={noteMove}
    >
      <Cmdk.Input
        value={typed}
        onValueChange={type}
        placeholder={t('A flow, a store, a file, a command or a question')}
        // It takes the place of the box that was there while this was loaded.
        autoFocus
        className={PALETTE_INPUT}
      />
      <Cmdk.List ref={list} className="max-h-[52vh] overflow-y-auto p-2">
        <FoundNodes typed={typed} />
        <CommandGroup title={t('Flow')} commands={offeredCommands('flow')} />
        <CommandGroup title={t('Edit')} commands={offeredCommands('edit')} />
        <FindGroups typed={typed} renderItem={(item) => <Item key={item.value} {...item} />} />
        <NodeGroup />
        <CommandGroup title={t('View')} commands={offeredCommands('view')} />
        <CommandGroup title={t('Go to')} commands={offeredCommands('page')} icons={icons} />
        <AskGroup typed={typed} renderItem={(item) => <Item key={item.value} {...item} />} />
      </Cmdk.List>
    </Cmdk>
  );
}
