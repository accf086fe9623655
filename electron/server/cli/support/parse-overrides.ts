import type { OverrideConfig } from '../../../../shared/api/vector.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { type FlowDocument, type FlowNode, isNote } from '../../../../shared/flow/flow-document.ts';

/** One `--set node.input=value`. */
export interface Setting {
  /** Label or id; undefined: every node that has the input. */
  readonly node: string | undefined;
  readonly input: string;
  /** As typed: the server converts text to numbers, switches and JSON as each input requires. */
  readonly value: string;
}

/** Splits `node.input=value`; undefined if it has another form. Labels may contain dots and spaces, names of inputs contain neither. */
export function parseSetting(text: string): Setting | undefined {
  const match = /^(?:([^=]+)\.)?([^.=\s]+)=(.*)$/s.exec(text);
  const [, node, input, value] = match ?? [];
  return input === undefined || value === undefined ? undefined : { node, input, value };
}

function findNode(flow: FlowDocument, name: string): FlowNode {
  const nodes = flow.nodes.filter((node) => !isNote(node));
  const byId = nodes.find((node) => node.id === name);
  const byLabel = nodes.filter((node) => node.data.label.toLowerCase() === name.toLowerCase());
  const [found, second] = byId === undefined ? byLabel : [byId];
  if (found === undefined) {
    const known = nodes.map((node) => `${node.data.label} (${node.id})`).join(', ');
    throw new UserError('INVALID_OVERRIDE', `The flow has no node ${name}: name one of ${known}.`);
  }
  if (second !== undefined) {
    const ids = byLabel.map((node) => node.id).join(', ');
    throw new UserError('INVALID_OVERRIDE', `The flow has several nodes called ${name}: use an id, ${ids}.`);
  }
  return found;
}

/**
 * Overrides in the server's format: `{input: value}` for all nodes, `{input: {nodeId: value}}` for single ones.
 * @throws UserError INVALID_OVERRIDE for a node that the flow does not have, or an input that is set both for all nodes and for one
 */
export function toOverrides(settings: readonly Setting[], flow: FlowDocument): OverrideConfig {
  const forAll = new Map<string, string>();
  const forNodes = new Map<string, Map<string, string>>();
  for (const { node, input, value } of settings) {
    if (node === undefined) forAll.set(input, value);
    else {
      const values = forNodes.get(input) ?? new Map<string, string>();
      forNodes.set(input, values.set(findNode(flow, node).id, value));
    }
  }
  const both = [...forAll.keys()].find((input) => forNodes.has(input));
  if (both !== undefined) {
    throw new UserError(
      'INVALID_OVERRIDE',
      `${both} is set both for all nodes and for one: name the node in each --set.`,
    );
  }
  return Object.fromEntries([
    ...forAll,
    ...[...forNodes].map(([input, values]) => [input, Object.fromEntries(values)] as const),
  ]);
}
