import type { GraphNode } from '../../../shared/flow/flow-document.ts';
import type { ParamInfo } from '../../../shared/nodes/params.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { shownParam } from '../../../shared/nodes/shown-param.ts';
import { t } from '../../../shared/texts/t.ts';

/** What people know a node by. */
export function nameOf(node: GraphNode | undefined): string {
  if (node === undefined) return t('a missing node');
  return node.data.label === '' ? node.data.name : node.data.label;
}

/** How a value is shown in the form of its node; undefined where the form does not have it. */
export function infoOf({ data }: GraphNode, param: string): ParamInfo | undefined {
  const schema = findNodeDefinition(data.name)?.params.shape[param];
  return schema === undefined ? undefined : shownParam(schema);
}

/** A node that is not known here says itself what its values are called. */
function ownTitle({ data }: GraphNode, param: string): string | undefined {
  const { inputParams } = data;
  if (!Array.isArray(inputParams)) return undefined;
  const label: unknown = inputParams.find((one: { readonly name?: unknown } | null) => one?.name === param)?.label;
  return typeof label === 'string' ? label : undefined;
}

/** The title that a value has in the form of its node. */
export function titleOf(node: GraphNode, param: string): string {
  return infoOf(node, param)?.title ?? ownTitle(node, param) ?? param;
}
