import { type ClientError, clientError } from '../../../shared/errors/client-error.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { workingName } from '../../../shared/nodes/aliases.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import { paramInfo } from '../../../shared/nodes/params.ts';
import { openLoaderCheck } from '../nodes/open-loader.ts';
import { importNode } from '../nodes/registry.ts';
import { openChatModel, openModel, openNode, paramsOf } from './compile/open-nodes.ts';
import type { EngineDeps } from './engine-deps.ts';

/** What is embedded to see that a model answers. */
const TEST_TEXT = 'Does this model answer?';
/** The shortest question. */
const TEST_QUESTION = 'Answer with OK.';
/** The collection of a flow that is not named here: nothing is looked up in it. */
const NO_OWNER = 'connection-test';

type ConnectionDeps = Pick<EngineDeps, 'embeddingPool' | 'chatPool' | 'vectorDeps' | 'recordDeps'>;

/** A test that failed, as its answer says it. */
export function failedTest(cause: unknown): Pick<ClientError, 'message' | 'code' | 'details'> {
  const { message, code, details } = clientError(cause);
  return { message, code, ...(details === undefined ? {} : { details }) };
}

/** Embeds one text. @returns a sentence: what answered */
export async function checkEmbedding(
  node: PlannedNode,
  deps: Pick<ConnectionDeps, 'embeddingPool'>,
  signal: AbortSignal,
): Promise<string> {
  const model = await openModel({ embedding: node }, deps.embeddingPool, signal, () => undefined);
  const [vector] = await model.embedDocuments([TEST_TEXT], signal);
  return `${model.id} answers with ${vector?.length ?? 0} numbers a text.`;
}

/** Asks for a word, and stops at it. @returns a sentence: what answered */
async function checkChatModel(node: PlannedNode, { chatPool }: ConnectionDeps, signal: AbortSignal): Promise<string> {
  const { model, address, stream } = await openChatModel(node, chatPool);
  for await (const piece of stream([{ role: 'user', content: TEST_QUESTION }], { signal })) {
    if (piece.type === 'text') break;
  }
  return `${model} at ${address} answers.`;
}

/** A store or records without an owner, open during the check. */
async function checkOpened(
  opened: { check(signal: AbortSignal): Promise<string>; close(): Promise<void> | void },
  signal: AbortSignal,
): Promise<string> {
  try {
    return await opened.check(signal);
  } finally {
    await opened.close();
  }
}

/**
 * The models that the service of a node has.
 * @throws UserError INVALID_INPUT for a node whose service has no list; what the service's listing throws
 */
export async function listModels(node: PlannedNode, signal: AbortSignal): Promise<readonly string[]> {
  const { kind, label, params } = node.definition;
  const hasModels = kind === 'embedding' || kind === 'chatmodel';
  const service = hasModels ? await importNode(kind, workingName(node.definition)) : undefined;
  if (service?.listModels === undefined) {
    throw new UserError('INVALID_INPUT', `${label} has no list of models: type the name of one.`);
  }
  // The model is not chosen yet: what the form has of it need not be valid.
  const isModel = (name: string) =>
    Object.hasOwn(params.shape, name) && paramInfo(params.shape[name]).isListed === true;
  const inputs = Object.fromEntries(Object.entries(node.inputs).filter(([name]) => !isModel(name)));
  return service.listModels(paramsOf({ ...node, inputs }), signal);
}

type Check = (node: PlannedNode, deps: ConnectionDeps, signal: AbortSignal) => Promise<string | undefined>;

const nobody = { ownerId: NO_OWNER, collection: NO_OWNER };

/** How nodes of each kind are tried; undefined: there is nothing to try. */
const CHECKS: Readonly<Partial<Record<NodeKind, Check>>> = {
  embedding: checkEmbedding,
  chatmodel: checkChatModel,
  async documentloader(node, _deps, signal) {
    const check = await openLoaderCheck(workingName(node.definition), paramsOf(node));
    return check?.(signal);
  },
  async vectorstore(node, { vectorDeps }, signal) {
    return openNode('vectorstore', node, (store, params) =>
      checkOpened(store.open(params, undefined, { ...nobody, ...vectorDeps }), signal),
    );
  },
  async recordmanager(node, { recordDeps }, signal) {
    return openNode('recordmanager', node, (records, params) =>
      checkOpened(records.open(params, undefined, { ...nobody, ...recordDeps }), signal),
    );
  },
};

/**
 * Tries what a node talks to, without changing anything there.
 * @param node its references filled in
 * @returns a sentence for people: what answered
 * @throws UserError INVALID_INPUT for a node that talks to nothing outside, INVALID_PARAM; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export async function checkConnection(node: PlannedNode, deps: ConnectionDeps, signal: AbortSignal): Promise<string> {
  const { kind, label, connects } = node.definition;
  const answer = connects === true ? await CHECKS[kind]?.(node, deps, signal) : undefined;
  if (answer !== undefined) return answer;
  throw new UserError('INVALID_INPUT', `${label} talks to nothing outside: there is nothing to test.`);
}
