import { z } from 'zod';
import { flagField } from '../../../../shared/api/common.ts';
import type { OverrideConfig } from '../../../../shared/api/vector.ts';
import { faultOf } from '../../../../shared/errors/describe-fault.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { OverrideSwitches } from '../../../../shared/flow/api-config.ts';
import type { FlowDocument, FlowNode } from '../../../../shared/flow/flow-document.ts';
import { isDisabled } from '../../../../shared/flow/node-marks.ts';
import { jsonOrAsItIs } from '../../../../shared/json/parse-json.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';

/** Says whether a node's override of a name is switched on. */
export type IsEnabled = (node: FlowNode, name: string) => boolean;

/** @param switches undefined: nothing is switched on */
export function enabledBy(switches: OverrideSwitches | undefined): IsEnabled {
  const nodes = switches?.nodes ?? {};
  return (node, name) =>
    [node.data.label, node.id].some((key) => {
      const entries = Object.hasOwn(nodes, key) ? nodes[key] : undefined;
      return entries?.some((entry) => entry.name === name && entry.enabled) ?? false;
    });
}

export interface OverriddenFlow {
  readonly flow: FlowDocument;
  /** Keys of the call that had no effect: not enabled, or no node has them; `key[node id]` where others of its nodes took theirs. */
  readonly ignored: readonly string[];
  readonly returnSourceDocuments: boolean;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The key under which a node stores the value: `addMetadata` is more metadata for a loader. */
function paramOf(definition: NodeDefinition, key: string): string | undefined {
  if (key === 'addMetadata') return definition.kind === 'documentloader' ? 'metadata' : undefined;
  const schema = Object.hasOwn(definition.params.shape, key) ? definition.params.shape[key] : undefined;
  if (schema === undefined) return undefined;
  const info = paramInfo(schema);
  return info.overridable && info.kind !== 'file' ? key : undefined;
}

function newValue(definition: NodeDefinition, node: FlowNode, key: string, param: string, value: unknown): unknown {
  const schema = definition.params.shape[param];
  if (schema === undefined) return value;
  const info = paramInfo(schema);
  const given = info.kind === 'json' ? jsonOrAsItIs(value) : value;
  const checked = z.safeParse(schema, given);
  if (!checked.success) {
    const reason = faultOf(checked.error.issues[0]);
    throw new UserError('INVALID_OVERRIDE', `overrideConfig.${key} for ${node.data.label}: ${info.title} ${reason}.`, {
      nodeId: node.id,
      details: { param: key },
    });
  }
  const saved = jsonOrAsItIs(node.data.inputs[param]);
  return isPlainObject(given) && isPlainObject(saved) ? { ...saved, ...given } : given;
}

function isByNode(value: unknown, nodeIds: ReadonlySet<string>): value is Record<string, unknown> {
  return isPlainObject(value) && Object.keys(value).some((key) => nodeIds.has(key));
}

/** The value that a key has for a node: `{"<node id>": value}` addresses single nodes, anything else all. */
function valueFor(
  node: FlowNode,
  value: unknown,
  nodeIds: ReadonlySet<string>,
): { readonly value: unknown; readonly isAddressed: boolean } | undefined {
  if (isByNode(value, nodeIds)) {
    return Object.hasOwn(value, node.id) ? { value: value[node.id], isAddressed: true } : undefined;
  }
  return { value, isAddressed: false };
}

/** What had no effect: whole keys, and single nodes of keys that address several. */
function ignoredOf(
  overrides: OverrideConfig,
  nodeIds: ReadonlySet<string>,
  usedBy: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return Object.entries(overrides).flatMap(([key, value]) => {
    const users = usedBy.get(key);
    if (users === undefined) return [key];
    if (!isByNode(value, nodeIds)) return [];
    return Object.keys(value).flatMap((id) => (users.has(id) ? [] : [`${key}[${id}]`]));
  });
}

/** An override for a node that no run uses: whoever sends it counts on it. */
function disabledError({ id, data }: FlowNode, key: string): UserError {
  return new UserError(
    'NODE_DISABLED',
    `overrideConfig.${key} is for ${data.label}, which is disabled: enable it, or leave the override out.`,
    { nodeId: id, details: { param: key } },
  );
}

/** Keys that have their own way: uploads come as files, and this one changes the answer, not a node. */
const RETURN_SOURCE_DOCUMENTS = 'returnSourceDocuments';

/** @throws UserError INVALID_OVERRIDE naming the node by which it is switched on */
function wantsSourceDocuments(overrides: OverrideConfig, node: FlowNode): boolean {
  const value = overrides[RETURN_SOURCE_DOCUMENTS];
  if (isUnset(value)) return false;
  const parsed = flagField.safeParse(value);
  if (parsed.success) return parsed.data === true;
  throw new UserError('INVALID_OVERRIDE', `overrideConfig.${RETURN_SOURCE_DOCUMENTS} must be true or false.`, {
    nodeId: node.id,
    details: { param: RETURN_SOURCE_DOCUMENTS },
  });
}

/**
 * Puts the enabled overrides of a call into a flow; the flow itself is not changed. `0`, `false` and "" are values.
 * @throws UserError INVALID_OVERRIDE (400) naming node and key for a value of the wrong type; NODE_DISABLED (422) for one that only a disabled node takes
 */
export function applyOverrides(flow: FlowDocument, overrides: OverrideConfig, isEnabled: IsEnabled): OverriddenFlow {
  const nodeIds = new Set(flow.nodes.map((node) => node.id));
  /** The ids of the nodes that took a value, by its key. */
  const usedBy = new Map<string, Set<string>>();
  const use = (key: string, { id }: FlowNode) => usedBy.set(key, (usedBy.get(key) ?? new Set()).add(id));
  /** Keys that a disabled node would take, with the first such node. */
  const unheard = new Map<string, FlowNode>();
  const nodes = flow.nodes.map((node) => {
    const definition = findNodeDefinition(node.data.name);
    if (definition === undefined) return node;
    const inputs: Record<string, unknown> = { ...node.data.inputs };
    let current: FlowNode = node;
    for (const [key, value] of Object.entries(overrides)) {
      const param = paramOf(definition, key);
      const given = valueFor(node, value, nodeIds);
      // null is as good as left out, and so has no effect.
      if (param === undefined || given === undefined || given.value === null) continue;
      if (!isEnabled(node, key)) continue;
      if (isDisabled(node)) {
        if (given.isAddressed) throw disabledError(node, key);
        if (!unheard.has(key)) unheard.set(key, node);
        continue;
      }
      inputs[param] = newValue(definition, current, key, param, given.value);
      current = { ...node, data: { ...node.data, inputs } };
      use(key, node);
    }
    return current;
  });
  for (const [key, node] of unheard) if (!usedBy.has(key)) throw disabledError(node, key);
  const answering = flow.nodes.find((node) => !isDisabled(node) && isEnabled(node, RETURN_SOURCE_DOCUMENTS));
  const wantsDocuments = answering !== undefined && wantsSourceDocuments(overrides, answering);
  if (answering !== undefined && !isUnset(overrides[RETURN_SOURCE_DOCUMENTS])) use(RETURN_SOURCE_DOCUMENTS, answering);
  return {
    flow: { ...flow, nodes },
    ignored: ignoredOf(overrides, nodeIds, usedBy),
    returnSourceDocuments: wantsDocuments,
  };
}

const ValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

interface VariableOverrides {
  /** What the call sets, as far as it may. */
  readonly values: ReadonlyMap<string, string>;
  /** The overrides of the call without its variables. */
  readonly rest: OverrideConfig;
  /** `vars.name` for each that has no effect. */
  readonly ignored: readonly string[];
}

function parseValues(given: unknown): z.output<typeof ValuesSchema> {
  // A form carries it as text.
  const parsed = ValuesSchema.safeParse(jsonOrAsItIs(given));
  if (parsed.success) return parsed.data;
  throw new UserError(
    'INVALID_OVERRIDE',
    'overrideConfig.vars must be an object of texts, numbers and booleans by the name of a variable.',
    {
      details: { path: 'overrideConfig.vars' },
    },
  );
}

/**
 * Takes `vars` out of a call's overrides: values of variables for this call, as far as the chatflow enables them.
 * @param switches undefined: none is
 * @throws UserError INVALID_OVERRIDE when `vars` is not what it should be
 */
export function takeVariableOverrides(
  switches: OverrideSwitches | undefined,
  overrides: OverrideConfig,
): VariableOverrides {
  const { vars, ...rest } = overrides;
  if (vars === undefined) return { values: new Map(), rest, ignored: [] };
  const variables = switches?.variables ?? [];
  const enabled = new Set(variables.filter((variable) => variable.enabled).map(({ name }) => name));
  const entries = Object.entries(parseValues(vars));
  return {
    values: new Map(entries.filter(([name]) => enabled.has(name))),
    rest,
    ignored: entries.filter(([name]) => !enabled.has(name)).map(([name]) => `vars.${name}`),
  };
}
