import { type ClientError, clientError } from '../../../shared/errors/client-error.ts';
import { UserError } from '../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { parseParams } from '../../../shared/flow/parse-params.ts';
import { workingName } from '../../../shared/nodes/aliases.ts';
import { openLoaderCheck } from '../nodes/documentloaders/registry.ts';
import { findRecordManager, findVectorStore } from '../nodes/registry.ts';
import { openModel } from './compile/open-nodes.ts';
import type { EngineHost } from './engine-host.ts';

/** What is embedded to see that a model answers. */
const TEST_TEXT = 'Does this model answer?';
/** The collection of a flow that is not named here: nothing is looked up in it. */
const NO_OWNER = 'connection-test';

type Host = Pick<EngineHost, 'embeddingHost' | 'vectorHost' | 'recordHost'>;

/** A test that failed, as its answer says it. */
export function failedTest(cause: unknown): Pick<ClientError, 'message' | 'code' | 'details'> {
  const { message, code, details } = clientError(cause);
  return { message, code, ...(details === undefined ? {} : { details }) };
}

/** Embeds one text. @returns a sentence: what answered */
export async function checkEmbedding(
  node: PlannedNode,
  host: Pick<Host, 'embeddingHost'>,
  signal: AbortSignal,
): Promise<string> {
  const model = await openModel({ embedding: node }, host.embeddingHost, signal, () => undefined);
  const [vector] = await model.embedDocuments([TEST_TEXT], signal);
  return `${model.id} answers with ${vector?.length ?? 0} numbers a text.`;
}

/**
 * Tries what a node talks to, without changing anything there.
 * @param node its references filled in
 * @returns a sentence for people: what answered
 * @throws UserError INVALID_INPUT for a node that talks to nothing outside, INVALID_PARAM; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export async function checkConnection(node: PlannedNode, host: Host, signal: AbortSignal): Promise<string> {
  const { definition } = node;
  const nothing = () =>
    new UserError('INVALID_INPUT', `${definition.label} talks to nothing outside: there is nothing to test.`);
  if (definition.connects !== true) throw nothing();
  if (definition.kind === 'embedding') return checkEmbedding(node, host, signal);
  const params = parseParams(definition, node.inputs, { nodeId: node.id, label: node.label });
  if (definition.kind === 'documentloader') {
    const check = await openLoaderCheck(workingName(definition), params);
    if (check === undefined) throw nothing();
    return check(signal);
  }
  const context = { chatflowId: NO_OWNER, collection: NO_OWNER };
  const opened =
    definition.kind === 'vectorstore'
      ? findVectorStore(workingName(definition)).open(params, context, host.vectorHost)
      : findRecordManager(workingName(definition)).open(params, context, host.recordHost);
  try {
    return await opened.check(signal);
  } finally {
    await opened.close();
  }
}
