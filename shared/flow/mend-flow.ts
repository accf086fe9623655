import { type ParamInfo, paramInfo } from '../nodes/params.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { isBlank } from '../nodes/unset.ts';
import { savedOutputs } from './create-node.ts';
import { secretNames } from './credential-reference.ts';

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One output without a choice, as this app once saved loaders; Flowise always saves a choice there. */
function isOldChoice(outputAnchors: unknown): boolean {
  if (!Array.isArray(outputAnchors) || outputAnchors.length !== 1) return false;
  const [anchor]: readonly unknown[] = outputAnchors;
  return isObject(anchor) && anchor.name === 'document' && anchor.options === undefined;
}

/** Flowise's own nodes may hold an empty secret that they mean: there it goes by another label. */
function isOurs(inputParams: unknown, name: string, { title }: ParamInfo): boolean {
  if (!Array.isArray(inputParams)) return false;
  const params: readonly unknown[] = inputParams;
  return params.some((param) => isObject(param) && param.name === name && param.label === title);
}

function mendNode(node: unknown): unknown {
  if (!isObject(node) || !isObject(node.data)) return node;
  const { data } = node;
  const definition = typeof data.name === 'string' ? findNodeDefinition(data.name) : undefined;
  if (definition === undefined) return node;
  const inputs = isObject(data.inputs) ? data.inputs : {};
  const empty = secretNames(definition).filter((name) => {
    if (!Object.hasOwn(inputs, name)) return false;
    const schema = definition.params.shape[name];
    return schema !== undefined && isBlank(inputs[name]) && isOurs(data.inputParams, name, paramInfo(schema));
  });
  const isOldLoader = definition.kind === 'documentloader' && isOldChoice(data.outputAnchors);
  if (empty.length === 0 && !isOldLoader) return node;
  const kept = Object.fromEntries(Object.entries(inputs).filter(([name]) => !empty.includes(name)));
  const mended = { ...data, inputs: kept, ...(isOldLoader ? savedOutputs(String(node.id), definition) : {}) };
  return { ...node, data: mended };
}

/**
 * Gives nodes that an earlier version of this app saved what Flowise needs to run them: loaders say which output they give, and empty secrets go, which would count
 * there before the credential's. All else, and a flow without such nodes to the letter, stays as it is.
 * @param flowData JSON text, or "" for an empty flow
 */
export function mendFlowData(flowData: string): string {
  const flow: unknown = flowData.trim() === '' ? undefined : JSON.parse(flowData);
  if (!isObject(flow) || !Array.isArray(flow.nodes)) return flowData;
  const nodes: readonly unknown[] = flow.nodes;
  const mended = nodes.map(mendNode);
  const isSame = mended.every((node, index) => node === nodes[index]);
  return isSame ? flowData : JSON.stringify({ ...flow, nodes: mended });
}
