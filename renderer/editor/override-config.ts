import { z } from 'zod';

/**
 * `apiConfig.overrideConfig = {status, nodes: {"<node label or id>": [{name, enabled, …}]}}`. Other keys of apiConfig, other
 * entries and their other fields pass through untouched.
 */
const EntrySchema = z.looseObject({ name: z.string(), enabled: z.boolean().catch(false) });
const OverrideConfigSchema = z.looseObject({
  status: z.boolean().catch(false).default(false),
  nodes: z.record(z.string(), z.array(EntrySchema).catch([])).catch({}).default({}),
});
const ApiConfigSchema = z.looseObject({ overrideConfig: OverrideConfigSchema.optional().catch(undefined) });

type OverrideConfig = z.infer<typeof OverrideConfigSchema>;
type Entry = z.infer<typeof EntrySchema>;

export interface NodeRef {
  readonly id: string;
  readonly label: string;
}

function readApiConfig(apiConfig: string | null): z.infer<typeof ApiConfigSchema> {
  try {
    const parsed = ApiConfigSchema.safeParse(JSON.parse(apiConfig ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {}; // not JSON: no switch in it can be on, and the first switch set replaces it
  }
}

function overridesOf(apiConfig: string | null): OverrideConfig {
  return readApiConfig(apiConfig).overrideConfig ?? { status: false, nodes: {} };
}

function writeOverrides(apiConfig: string | null, overrideConfig: OverrideConfig): string {
  return JSON.stringify({ ...readApiConfig(apiConfig), overrideConfig });
}

/** Names of the params of a node that a call may override. */
export function enabledOverrides(apiConfig: string | null, node: NodeRef): ReadonlySet<string> {
  const { status, nodes } = overridesOf(apiConfig);
  if (!status) return new Set();
  const entries = [...(nodes[node.id] ?? []), ...(nodes[node.label] ?? [])];
  return new Set(entries.filter((entry) => entry.enabled).map((entry) => entry.name));
}

function withEntry(entries: readonly Entry[], name: string, enabled: boolean): Entry[] {
  if (!entries.some((entry) => entry.name === name)) return [...entries, { name, enabled }];
  return entries.map((entry) => (entry.name === name ? { ...entry, enabled } : entry));
}

/**
 * Switches the override of one param. It is kept under the node's id, or under its label where there is an entry for it already;
 * switching off reaches both.
 */
export function setOverride(apiConfig: string | null, node: NodeRef, name: string, enabled: boolean): string {
  const overrides = overridesOf(apiConfig);
  const holders = [node.id, node.label].filter((key) => overrides.nodes[key]?.some((entry) => entry.name === name));
  const keys = holders.length === 0 ? [overrides.nodes[node.label] === undefined ? node.id : node.label] : holders;
  const nodes = { ...overrides.nodes };
  for (const key of keys) nodes[key] = withEntry(nodes[key] ?? [], name, enabled);
  return writeOverrides(apiConfig, { ...overrides, status: overrides.status || enabled, nodes });
}

/** Moves the entries of a label to a node's id, for a node whose label changes. */
export function moveLabelOverrides(apiConfig: string | null, label: string, nodeId: string): string | null {
  const overrides = overridesOf(apiConfig);
  const entries = overrides.nodes[label];
  if (entries === undefined) return apiConfig;
  const own = overrides.nodes[nodeId] ?? [];
  const added = entries.filter((entry) => !own.some((present) => present.name === entry.name));
  const nodes = Object.fromEntries(Object.entries(overrides.nodes).filter(([key]) => key !== label));
  return writeOverrides(apiConfig, { ...overrides, nodes: { ...nodes, [nodeId]: [...own, ...added] } });
}
