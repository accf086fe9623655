import { AppError, BugError, fromErrorData, toErrorData, UserError } from '../../../../shared/errors/errors.ts';
import { compileFlow } from '../../../../shared/flow/compile-flow.ts';
import type { PlaceUse, PlanUse, QuestionUse } from '../../../../shared/flow/compile-graph.ts';
import { hostRefusal } from '../../../../shared/flow/credential-problems.ts';
import {
  CREDENTIAL_INPUT,
  credentialOf,
  requiredSecrets,
  secretNames,
  unsetSecrets,
} from '../../../../shared/flow/credential-reference.ts';
import type { FlowDocument } from '../../../../shared/flow/flow-document.ts';
import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import { placeOfPlan, readUpsertPlan, type UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import type { NodeDefinition } from '../../../../shared/nodes/define-node.ts';
import { paramInfo } from '../../../../shared/nodes/params.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { secretHosts } from '../../../../shared/nodes/secret-hosts.ts';
import type { OpenCredential } from '../../secrets/open-credential.ts';
import { resolveVariables, type VariableScope } from './resolve-variables.ts';

/** What saved inputs only refer to: variables by name, secrets by the id of their credential. */
export interface ValueSource {
  readonly variable: VariableScope['variable'];
  /**
   * Undefined: there is none of that id.
   * @throws UserError CREDENTIAL_UNUSABLE
   */
  readonly credential: (id: string) => OpenCredential | undefined;
  /**
   * Inputs of a node with the passwords in its addresses in the clear.
   * @throws UserError CREDENTIAL_UNUSABLE
   */
  readonly openAddresses: (
    definition: NodeDefinition,
    inputs: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
}

export interface FillScope extends VariableScope, Omit<ValueSource, 'variable'> {}

export interface FilledInputs {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Why the node can't run; it matters only if the node is to run. */
  readonly problem: AppError | undefined;
  /** What its secrets are of. Before it runs, {@link checkSecretHosts} says whether they may go where it sends them. */
  readonly credential?: OpenCredential | undefined;
}

/**
 * The credential that a node refers to.
 * @throws UserError CREDENTIAL_UNUSABLE, INVALID_PARAM for one that is not here
 */
function openCredential(node: PlannedNode, id: string, credential: ValueSource['credential']): OpenCredential {
  const found = credential(id);
  if (found !== undefined) return found;
  throw new UserError(
    'INVALID_PARAM',
    `${node.label} uses a credential that is not here: choose another in its settings, or type its secret in.`,
    { details: { param: 'credential' } },
  );
}

/**
 * Puts values in place of a node's references: `{{$vars.name}}`, `{{$flow.name}}`, the secrets of the credential that it names, and passwords in addresses. What comes out
 * holds secrets in the clear: it is for running, never for storing or answering.
 * @param credentialId of the node; without it `inputs.credential` counts
 */
export function fillInputs(node: PlannedNode, scope: FillScope, credentialId?: string): FilledInputs {
  const id = credentialId ?? node.inputs[CREDENTIAL_INPUT];
  let inputs = node.inputs;
  try {
    const resolved = resolveVariables(node.definition, scope.openAddresses(node.definition, inputs), scope);
    inputs = resolved.inputs;
    const { unknown } = resolved;
    if (unknown !== undefined) throw unknownVariable(node, unknown.variable, unknown.param);
    const hasCredential = typeof id === 'string' && id !== '';
    // A secret that the node has itself goes before.
    const names = hasCredential ? unsetSecrets(secretNames(node.definition), inputs) : [];
    const opened = names.length === 0 ? undefined : openCredential(node, String(id), scope.credential);
    const found = names.filter((name) => Object.hasOwn(opened?.fields ?? {}, name));
    const secrets = Object.fromEntries(found.map((name) => [name, opened?.fields[name]]));
    const filled = { ...inputs, ...secrets };
    const [missing] = unsetSecrets(requiredSecrets(node.definition, filled), filled);
    if (missing !== undefined) throw missingSecret(node, missing, hasCredential);
    return { inputs: filled, problem: undefined, credential: found.length === 0 ? undefined : opened };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { inputs, problem: fromErrorData({ ...toErrorData(error), nodeId: node.id }) };
  }
}

/**
 * A node that is to run, with values in the place of its references.
 * @throws UserError INVALID_PARAM, MISSING_CREDENTIAL, CREDENTIAL_UNUSABLE, CREDENTIAL_HOST (422)
 */
export function fillNode(node: PlannedNode, scope: FillScope): PlannedNode {
  const { inputs, ...found } = fillInputs(node, scope);
  const filled = { ...node, inputs };
  checkFilled(filled, found);
  return filled;
}

function missingSecret({ label, definition }: PlannedNode, param: string, hasCredential: boolean): UserError {
  const schema = definition.params.shape[param];
  const title = schema === undefined ? param : paramInfo(schema).title;
  const message = hasCredential
    ? `The credential of ${label} has no "${title}": choose another credential in its settings, or add it to this one.`
    : `${label} needs a credential with "${title}": choose one in its settings.`;
  return new UserError('MISSING_CREDENTIAL', message, { details: { param: CREDENTIAL_INPUT } });
}

function unknownVariable(node: PlannedNode, variable: string, param: string): UserError {
  const remedy = variable.startsWith('$vars.')
    ? 'create it, or for one of type runtime set it in the environment and list it in settings.json (runtimeVariables)'
    : 'the flow has $flow.id, $flow.chatflowId and $flow.name, and while it upserts $flow.runId';
  return new UserError('INVALID_PARAM', `${node.label} uses the variable ${variable}, which has no value: ${remedy}.`, {
    details: { param, variable },
  });
}

export interface FilledFlow {
  readonly flow: FlowDocument;
  /** By node id. */
  readonly problems: ReadonlyMap<string, AppError>;
  /** Those whose secrets nodes have now, by node id. */
  readonly credentials: ReadonlyMap<string, OpenCredential>;
}

/**
 * What `{{$flow.name}}` stands for.
 * @param runId while it upserts
 */
export function flowVariables(
  flow: { readonly id: string; readonly name: string },
  runId?: string,
): VariableScope['flow'] {
  return { id: flow.id, chatflowId: flow.id, name: flow.name, runId };
}

/** {@link fillInputs} for every node of a flow that we know. */
export function fillFlow(flow: FlowDocument, scope: FillScope): FilledFlow {
  const problems = new Map<string, AppError>();
  const credentials = new Map<string, OpenCredential>();
  const nodes = flow.nodes.map((node) => {
    const definition = findNodeDefinition(node.data.name);
    if (definition === undefined) return node;
    const planned: PlannedNode = { id: node.id, label: node.data.label, definition, inputs: node.data.inputs };
    const { inputs, problem, credential } = fillInputs(planned, scope, credentialOf(node));
    if (problem !== undefined) problems.set(node.id, problem);
    if (credential !== undefined) credentials.set(node.id, credential);
    return { ...node, data: { ...node.data, inputs: { ...inputs } } };
  });
  return { flow: { ...flow, nodes }, problems, credentials };
}

/**
 * The plan of a filled flow.
 * @param running the nodes of the plan that are to run
 * @throws UserError 422 when the flow can't run as drawn, INVALID_PARAM naming node and variable, CREDENTIAL_UNUSABLE, CREDENTIAL_HOST
 */
export function compileFilled(
  filled: FilledFlow,
  stopNodeId: string | undefined,
  running: (plan: UpsertPlan) => readonly PlannedNode[],
  use: PlanUse = 'run',
): UpsertPlan {
  const plan = readUpsertPlan(compileNamed(filled, stopNodeId, use));
  if (plan === undefined) throw new BugError('A vector store without an embedding model was compiled.');
  checkReferences(filled, running(plan));
  return plan;
}

/**
 * The plan of a filled flow for a question, whatever its end is.
 * @param use whether passages are asked for, or an answer in words
 * @throws as {@link compileFilled}
 */
export function compileQuestion(filled: FilledFlow, stopNodeId: string | undefined, use: QuestionUse): FlowPlan {
  const plan = compileNamed(filled, stopNodeId, use);
  checkReferences(filled, plan.nodes);
  return plan;
}

/**
 * Where the chunks of a filled flow are; neither loaders nor the model need to be there.
 * @throws as {@link compileFilled}
 */
export function compilePlace(filled: FilledFlow, stopNodeId: string | undefined, use: PlaceUse): StoragePlan {
  const plan = compileNamed(filled, stopNodeId, use);
  checkReferences(filled, plan.nodes);
  return placeOfPlan(plan);
}

/** A reference without a value may well look wrong to the node: the reference is what is to be named. */
function compileNamed({ flow, problems }: FilledFlow, stopNodeId: string | undefined, use: PlanUse): FlowPlan {
  try {
    return compileFlow(flow, stopNodeId, use);
  } catch (error) {
    const problem = error instanceof AppError ? problems.get(error.nodeId ?? '') : undefined;
    throw problem ?? error;
  }
}

function checkReferences({ problems, credentials }: FilledFlow, nodes: readonly PlannedNode[]): void {
  for (const node of nodes) checkFilled(node, { problem: problems.get(node.id), credential: credentials.get(node.id) });
}

function checkFilled(node: PlannedNode, { problem, credential }: Omit<FilledInputs, 'inputs'>): void {
  if (problem !== undefined && !isSettled(node, problem)) throw problem;
  if (credential !== undefined) checkSecretHosts(node, credential);
}

/** An override may have filled in what makes a secret needless: an address of its own, say. */
function isSettled({ definition, inputs }: PlannedNode, { code }: AppError): boolean {
  return code === 'MISSING_CREDENTIAL' && unsetSecrets(requiredSecrets(definition, inputs), inputs).length === 0;
}

/**
 * Refuses to send a credential to a host that it does not list: whoever may call could else have it sent to a server of their own.
 * @param node as it is to run, with its secrets and what the call says filled in
 * @throws UserError CREDENTIAL_HOST (422) naming the host
 */
function checkSecretHosts({ id: nodeId, label, definition, inputs }: PlannedNode, credential: OpenCredential): void {
  const host = secretHosts(definition, inputs).find((one) => !credential.mayGoTo(one));
  if (host === undefined) return;
  throw new UserError('CREDENTIAL_HOST', hostRefusal(label, credential, host), {
    nodeId,
    details: { param: CREDENTIAL_INPUT, credentialId: credential.id, credential: credential.name, host },
  });
}
