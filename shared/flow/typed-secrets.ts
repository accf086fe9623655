import { canonicalJson } from '../json/canonical-json.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { addressParams, isTypedPassword, readAddress, withPassword } from './address-password.ts';
import { CREDENTIAL_INPUT, credentialOf, secretNames } from './credential-reference.ts';
import type { FlowDocument, FlowNode } from './flow-document.ts';
import { mendFlowData } from './mend-flow.ts';
import { readFlow } from './read-flow.ts';
import { refersToVariable } from './variable-reference.ts';

/**
 * The server moves secrets that were typed into nodes to credentials, and encrypts passwords in addresses. A flow that was sent is
 * therefore never what comes back to the letter, and what is kept outside of the server leaves a gap where a secret was: "" as the
 * value, or as the password of the address.
 */
interface Secrets {
  /** Params whose secret was typed in or left out. */
  readonly names: readonly string[];
  /** Params with an address whose password was typed in or left out. */
  readonly addresses: readonly string[];
}

/** A node, with or without its place. */
type AnyNode = Pick<FlowNode, 'data'>;

const none: Secrets = { names: [], addresses: [] };

function isTyped(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !refersToVariable(value);
}

/** Secrets that are typed into a node itself. References to variables are none. */
export function typedSecrets(node: {
  readonly data: Pick<FlowNode['data'], 'name' | 'inputs'>;
}): Readonly<Record<string, string>> {
  const definition = findNodeDefinition(node.data.name);
  const found: Record<string, string> = {};
  for (const name of definition === undefined ? [] : secretNames(definition)) {
    const value = node.data.inputs[name];
    if (isTyped(value)) found[name] = value;
  }
  return found;
}

function addressOf(node: AnyNode, name: string) {
  const value = node.data.inputs[name];
  return typeof value === 'string' ? readAddress(value) : undefined;
}

function addressesOf(node: AnyNode, isMeant: (password: string) => boolean): readonly string[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return [];
  return addressParams(definition).filter((name) => {
    const parts = addressOf(node, name);
    return parts !== undefined && isMeant(parts.password);
  });
}

function typedIn(node: AnyNode): Secrets {
  return { names: Object.keys(typedSecrets(node)), addresses: addressesOf(node, isTypedPassword) };
}

function leftOutOf(node: AnyNode): Secrets {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return none;
  const hasCredential = credentialOf(node) !== '';
  return {
    names: hasCredential ? [] : secretNames(definition).filter((name) => node.data.inputs[name] === ''),
    addresses: addressesOf(node, (password) => password === ''),
  };
}

function isAny({ names, addresses }: Secrets): boolean {
  return names.length + addresses.length > 0;
}

function withInputs<Node extends AnyNode>(node: Node, inputs: Readonly<Record<string, unknown>>): Node {
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } };
}

function withoutCredential<Node extends AnyNode>(node: Node): Node {
  const { credential: _, ...data } = node.data;
  const { [CREDENTIAL_INPUT]: __, ...inputs } = data.inputs;
  return { ...node, data: { ...data, inputs } };
}

function leaveOut<Node extends AnyNode>(node: Node, { names, addresses }: Secrets): Node {
  const blank = addresses.flatMap((name) => {
    const parts = addressOf(node, name);
    return parts === undefined ? [] : [[name, withPassword(parts, '')] as const];
  });
  const bare = names.length === 0 ? node : withoutCredential(node);
  return withInputs(bare, Object.fromEntries([...names.map((name) => [name, ''] as const), ...blank]));
}

/** Whether secrets were left out of a flow that was kept outside of the server. */
export function lacksSecrets(flowData: string): boolean {
  return readFlow(flowData).flow.nodes.some((node) => isAny(leftOutOf(node)));
}

/**
 * A flow as it may be kept outside of the server: without the secrets that were typed in, and without the credential of their nodes,
 * which they would have changed.
 * @param flowData JSON text
 */
export function withoutTypedSecrets(flowData: string): string {
  const flow = readFlow(flowData).flow;
  if (!flow.nodes.some((node) => isAny(typedIn(node)))) return flowData;
  return JSON.stringify({ ...flow, nodes: flow.nodes.map(nodeWithoutTypedSecrets) });
}

/** {@link withoutTypedSecrets} of one node. */
export function nodeWithoutTypedSecrets<Node extends AnyNode>(node: Node): Node {
  const typed = typedIn(node);
  return isAny(typed) ? leaveOut(node, typed) : node;
}

/** {@link withSavedSecrets} of one node. */
export function nodeWithSavedSecrets<Node extends AnyNode>(node: Node, saved: AnyNode | undefined): Node {
  return isAny(leftOutOf(node)) ? fillNode(node, saved) : node;
}

function fillNode<Node extends AnyNode>(node: Node, saved: AnyNode | undefined): Node {
  const { names, addresses } = leftOutOf(node);
  if (saved === undefined || saved.data.name !== node.data.name) return node;
  const known = addresses.flatMap((name) => {
    const [own, kept] = [addressOf(node, name), addressOf(saved, name)];
    const isSame = own !== undefined && kept !== undefined && own.head === kept.head && own.host === kept.host;
    return isSame ? [[name, withPassword(own, kept.password)] as const] : [];
  });
  const filled = withInputs(node, Object.fromEntries(known));
  if (names.length === 0 || credentialOf(saved) === '') return filled;
  // Not even empty ones stay: in Flowise they would count before the credential's.
  const inputs = Object.fromEntries(Object.entries(filled.data.inputs).filter(([name]) => !names.includes(name)));
  return { ...filled, data: { ...filled.data, credential: credentialOf(saved), inputs } };
}

/** Fills the gaps of {@link withoutTypedSecrets} with what the server has made of the secrets of these nodes. */
export function withSavedSecrets(flowData: string, saved: string): string {
  const flow = readFlow(flowData).flow;
  if (!flow.nodes.some((node) => isAny(leftOutOf(node)))) return flowData;
  const byId = new Map(readFlow(saved).flow.nodes.map((node) => [node.id, node]));
  return JSON.stringify({ ...flow, nodes: flow.nodes.map((node) => fillNode(node, byId.get(node.id))) });
}

/** The flow as the server has it once it is saved, but for the secrets of the given nodes. */
function savedForm(flow: FlowDocument, secrets: ReadonlyMap<string, Secrets>): string {
  const nodes = flow.nodes.map((node) => leaveOut(node, secrets.get(node.id) ?? none));
  const mended: unknown = JSON.parse(mendFlowData(JSON.stringify({ ...flow, nodes })));
  return canonicalJson(mended);
}

/** Whether saving one flow gives the other. What a secret is, where one of the two has none to compare, does not count. */
export function isSameSavedFlow(one: string, other: string): boolean {
  if (one === other) return true;
  const flows = [readFlow(one).flow, readFlow(other).flow] as const;
  const secrets = new Map<string, Secrets>();
  for (const node of flows.flatMap(({ nodes }) => nodes)) {
    const before = secrets.get(node.id) ?? none;
    const found = [before, typedIn(node), leftOutOf(node)];
    secrets.set(node.id, {
      names: [...new Set(found.flatMap(({ names }) => names))],
      addresses: [...new Set(found.flatMap(({ addresses }) => addresses))],
    });
  }
  return savedForm(flows[0], secrets) === savedForm(flows[1], secrets);
}
