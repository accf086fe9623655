import { z } from 'zod';
import type { NodeDefinition } from '../nodes/define-node.ts';
import { paramInfo } from '../nodes/params.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { standInsFor } from '../nodes/stand-ins.ts';
import { isUnset } from '../nodes/unset.ts';
import { CREDENTIAL_INPUT, credentialOf } from './credential-reference.ts';
import { type FlowGraph, type GraphNode, isNote } from './flow-document.ts';
import { findParamProblems } from './parse-params.ts';
import { replaceInGraph } from './replace-node.ts';

/** An unknown node with what can take its place, best first. */
export interface ReplaceableNode {
  readonly node: GraphNode;
  readonly standIns: readonly NodeDefinition[];
  readonly best: NodeDefinition;
}

/** What can take a node's place; undefined for a node that we have, and for one that nothing here is like. */
export function replaceableNode(node: GraphNode): ReplaceableNode | undefined {
  if (isNote(node) || findNodeDefinition(node.data.name) !== undefined) return undefined;
  const standIns = standInsFor({ name: node.data.name, category: node.data.category });
  const [best] = standIns;
  return best === undefined ? undefined : { node, standIns, best };
}

/** The unknown nodes of a flow that something here can take the place of. */
export function replaceableNodes({ nodes }: Pick<FlowGraph, 'nodes'>): readonly ReplaceableNode[] {
  return nodes.flatMap((node) => replaceableNode(node) ?? []);
}

/** Values that are not taken over: files of another server, and secrets, which are kept in credentials. */
const NOT_KEPT: ReadonlySet<string> = new Set(['file', 'secret']);

const SavedParamsSchema = z.array(z.looseObject({ credentialNames: z.array(z.string()).optional() }));

/** The node's credential, if its successor takes credentials of that kind. */
function keptCredential(node: GraphNode, { credential }: NodeDefinition): Readonly<Record<string, string>> {
  const id = credentialOf(node);
  if (id === '' || credential === undefined) return {};
  const saved = SavedParamsSchema.safeParse(node.data.inputParams).data ?? [];
  const isOfKind = saved.some(({ credentialNames }) => credentialNames?.includes(credential.kind) === true);
  return isOfKind ? { [CREDENTIAL_INPUT]: id } : {};
}

/** Settings of a node that another one takes as they are: those of the same name with a value that is right there, too. */
export function keptSettings(node: GraphNode, definition: NodeDefinition): Readonly<Record<string, unknown>> {
  const same = Object.entries(definition.params.shape).flatMap(([name, schema]) => {
    const { kind, noEffect } = paramInfo(schema);
    const value = node.data.inputs[name];
    return isUnset(value) || NOT_KEPT.has(kind) || noEffect === true ? [] : [[name, value] as const];
  });
  const settings = Object.fromEntries(same);
  const wrong = new Set(findParamProblems(definition, settings).map(({ param }) => param));
  const right = Object.entries(settings).filter(([name]) => !wrong.has(name));
  return { ...Object.fromEntries(right), ...keptCredential(node, definition) };
}

/** Puts a node in the place of one that we do not have, with all of it that can be kept: id, label, settings, edges. */
export function replaceUnknown(graph: FlowGraph, node: GraphNode, definition: NodeDefinition): FlowGraph {
  return replaceInGraph(graph, node.id, { definition, config: keptSettings(node, definition) });
}
