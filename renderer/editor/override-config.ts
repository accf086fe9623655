import { z } from 'zod';
import { type OverrideSwitches, OverrideSwitchesSchema } from '../../shared/flow/api-config.ts';

const ObjectSchema = z.record(z.string(), z.unknown());

type Switch = OverrideSwitches['nodes'][string][number];

export interface NodeRef {
  readonly id: string;
  readonly label: string;
}

interface ApiConfigText {
  /** All that the text says: what is not changed is written as it was. */
  readonly all: Readonly<Record<string, unknown>>;
  readonly switches: Pick<OverrideSwitches, 'status' | 'nodes'>;
}

/** A text that is no `apiConfig` switches nothing on, and the first switch that is set replaces it. */
function readApiConfig(apiConfig: string | null): ApiConfigText {
  let all: ApiConfigText['all'] = {};
  try {
    all = ObjectSchema.safeParse(JSON.parse(apiConfig ?? '{}')).data ?? {};
  } catch {
    // not JSON
  }
  return { all, switches: OverrideSwitchesSchema.safeParse(all.overrideConfig).data ?? { status: false, nodes: {} } };
}

function writeSwitches({ all }: ApiConfigText, switches: ApiConfigText['switches']): string {
  const { status, nodes } = switches;
  return JSON.stringify({
    ...all,
    overrideConfig: { ...ObjectSchema.safeParse(all.overrideConfig).data, status, nodes },
  });
}

/** Names of the params of a node that a call may override. */
export function enabledOverrides(apiConfig: string | null, node: NodeRef): ReadonlySet<string> {
  const { status, nodes } = readApiConfig(apiConfig).switches;
  if (!status) return new Set();
  const entries = [...(nodes[node.id] ?? []), ...(nodes[node.label] ?? [])];
  return new Set(entries.filter((entry) => entry.enabled).map((entry) => entry.name));
}

function withEntry(entries: readonly Switch[], name: string, enabled: boolean): Switch[] {
  if (!entries.some((entry) => entry.name === name)) return [...entries, { name, enabled }];
  return entries.map((entry) => (entry.name === name ? { ...entry, enabled } : entry));
}

/**
 * Switches the override of one param. It is stored under the node's id, or under its label where there is an entry for it already;
 * switching off reaches both.
 */
export function setOverride(apiConfig: string | null, node: NodeRef, name: string, enabled: boolean): string {
  const text = readApiConfig(apiConfig);
  const { switches } = text;
  const holders = [node.id, node.label].filter((key) => switches.nodes[key]?.some((entry) => entry.name === name));
  const keys = holders.length === 0 ? [switches.nodes[node.label] === undefined ? node.id : node.label] : holders;
  const nodes = { ...switches.nodes };
  for (const key of keys) nodes[key] = withEntry(nodes[key] ?? [], name, enabled);
  return writeSwitches(text, { status: switches.status || enabled, nodes });
}

/** Moves the entries of a label to a node's id, for a node whose label changes. */
export function moveLabelOverrides(apiConfig: string | null, label: string, nodeId: string): string | null {
  const text = readApiConfig(apiConfig);
  const { switches } = text;
  const entries = switches.nodes[label];
  if (entries === undefined) return apiConfig;
  const own = switches.nodes[nodeId] ?? [];
  const added = entries.filter((entry) => !own.some((present) => present.name === entry.name));
  const nodes = Object.fromEntries(Object.entries(switches.nodes).filter(([key]) => key !== label));
  return writeSwitches(text, { ...switches, nodes: { ...nodes, [nodeId]: [...own, ...added] } });
}
