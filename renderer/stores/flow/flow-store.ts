import { create } from 'zustand';
import type { Chatflow } from '../../../shared/api/chatflows.ts';
import type { FlowDocument, FlowGraph, GraphNode } from '../../../shared/flow/flow-document.ts';
import { type FlowFindings, nothingFound, readFlow } from '../../../shared/flow/read-flow.ts';
import type { SavedChatflow } from '../../api/chatflows.ts';
import { contentOf, edgeKey, emptyContent, type FlowContent } from '../../editor/flow-content.ts';
import { indexOf } from '../../editor/graph-index.ts';
import { type EditNote, type History, record, startHistory } from '../../editor/history.ts';
import { writeFlow } from '../../editor/write-flow.ts';
import { type FlowFields, noteStoredText } from '../saving/drafts.ts';

/** How the flow on the screen stands to the one on the server. */
export type SaveState =
  | { readonly status: 'saved'; readonly at: Date | undefined }
  | { readonly status: 'unsaved' }
  | { readonly status: 'saving' }
  /** Another window or program has changed (`theirs`) or deleted the flow: nothing is saved until somebody decides. */
  | { readonly status: 'conflict'; readonly theirs: SavedChatflow | undefined }
  /** `isKept`: this browser keeps the changes meanwhile, also when the page is closed. */
  | { readonly status: 'error'; readonly message: string; readonly isKept: boolean };

export interface FlowStore {
  /** Undefined while no flow is open. */
  readonly chatflowId: string | undefined;
  readonly name: string;
  readonly history: History<FlowContent>;
  /** Top-level keys of the document other than nodes and edges: the view, and what others keep there. */
  readonly rest: Omit<FlowDocument, 'nodes' | 'edges'>;
  /** What of the flow is not as this version has it, until somebody has read that. */
  readonly findings: FlowFindings;
  readonly selectedNodeIds: ReadonlySet<string>;
  readonly selectedEdgeKeys: ReadonlySet<string>;
  /** Grows with each change that is to be saved. */
  readonly revision: number;
  readonly save: SaveState;
}

const none: ReadonlySet<string> = new Set();

export const useFlowStore = create<FlowStore>()(() => ({
  chatflowId: undefined,
  name: '',
  history: startHistory(emptyContent),
  rest: {},
  findings: nothingFound,
  selectedNodeIds: none,
  selectedEdgeKeys: none,
  revision: 0,
  save: { status: 'saved', at: undefined },
}));

/**
 * Shows a chatflow; the history starts anew.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function openFlow(chatflow: Chatflow): void {
  const { flow, findings } = readFlow(chatflow.flowData);
  const { nodes, edges, ...rest } = flow;
  useFlowStore.setState({
    findings,
    chatflowId: chatflow.id,
    name: chatflow.name,
    history: startHistory(contentOf({ nodes, edges }, chatflow.apiConfig)),
    rest,
    selectedNodeIds: none,
    selectedEdgeKeys: none,
    save: { status: 'saved', at: new Date(chatflow.updatedDate) },
  });
}

/**
 * Shows another version of the open flow, as one step of undo; nothing is saved by that.
 * @throws UserError INVALID_FLOW_DATA when its document cannot be read.
 */
export function showVersion(chatflow: Chatflow): void {
  const { flow, findings } = readFlow(chatflow.flowData);
  const { nodes, edges, ...rest } = flow;
  useFlowStore.setState((state) => ({
    findings,
    name: chatflow.name,
    history: record(state.history, contentOf({ nodes, edges }, chatflow.apiConfig), { name: 'theirs' }),
    rest,
    selectedNodeIds: keep(state.selectedNodeIds, new Set(nodes.map((node) => node.id))),
    selectedEdgeKeys: keep(state.selectedEdgeKeys, new Set(edges.map(edgeKey))),
    save: { status: 'saved', at: new Date(chatflow.updatedDate) },
  }));
}

/** Says no more of these findings, or of any. */
export function forgetFindings(names?: readonly (keyof FlowFindings)[]): void {
  useFlowStore.setState(({ findings }) => {
    if (names === undefined) return { findings: nothingFound };
    return { findings: { ...findings, ...Object.fromEntries(names.map((name) => [name, 0])) } };
  });
}

export function currentContent(): FlowContent {
  return useFlowStore.getState().history.present;
}

export function currentGraph(): FlowGraph {
  return currentContent().graph;
}

/** The fields of the open flow as they are saved. */
export function fieldsToSave(): FlowFields {
  const { name, history, rest } = useFlowStore.getState();
  const { flowData, withoutSecrets } = writeFlow(history.present, rest);
  const fields = { name, flowData, apiConfig: history.present.apiConfig };
  noteStoredText(fields, withoutSecrets);
  return fields;
}

function keep(selected: ReadonlySet<string>, present: Pick<ReadonlySet<string>, 'has'>): ReadonlySet<string> {
  const kept = [...selected].filter((id) => present.has(id));
  return kept.length === selected.size ? selected : new Set(kept);
}

/** Takes a history in, drops from the selection what is gone, and asks for a save if the content changed. */
export function setHistory(history: History<FlowContent>): void {
  useFlowStore.setState((state) => {
    if (history === state.history) return {};
    if (history.present === state.history.present) return { history };
    const revision = state.revision + 1;
    const { graph } = history.present;
    if (graph === state.history.present.graph) return { history, revision };
    const { nodes, edges } = indexOf(graph);
    return {
      history,
      selectedNodeIds: keep(state.selectedNodeIds, nodes),
      selectedEdgeKeys: keep(state.selectedEdgeKeys, edges),
      revision,
    };
  });
}

/** Changes the flow as one step of undo, or as part of the last one when its `group` is the same. */
export function editFlow(change: (content: FlowContent) => FlowContent, note?: EditNote): void {
  const { history } = useFlowStore.getState();
  setHistory(record(history, change(history.present), note));
}

export function renameFlow(name: string): void {
  useFlowStore.setState((state) => (state.name === name ? {} : { name, revision: state.revision + 1 }));
}

/** Remembers the view; it goes along with the next save and asks for none itself. */
export function rememberViewport(viewport: { readonly x: number; readonly y: number; readonly zoom: number }): void {
  useFlowStore.setState((state) => ({ rest: { ...state.rest, viewport: { ...viewport } } }));
}

export function select(nodeIds: Iterable<string>, edgeKeys: Iterable<string> = []): void {
  useFlowStore.setState({ selectedNodeIds: new Set(nodeIds), selectedEdgeKeys: new Set(edgeKeys) });
}

/** A node of the open flow, for components that show one. */
export function useFlowNode(id: string): GraphNode | undefined {
  return useFlowStore((state) => indexOf(state.history.present.graph).nodes.get(id));
}

/** Whether nothing was drawn yet: what is missing is then said by the canvas itself. */
export function isEmptyFlow(content: FlowContent): boolean {
  return content.graph.nodes.length === 0;
}
