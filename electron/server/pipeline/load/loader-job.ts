import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { PlannedLoader } from '../../../../shared/flow/upsert-plan.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import { transformersEmbeddings } from '../../../../shared/nodes/embeddings/transformers-embeddings.ts';
import type { LoadJob } from '../../core/load-job.ts';
import { paramsOf } from '../compile/open-nodes.ts';

/** Chunks a batch: one transaction of about 10 ms, one request to an embedding server. */
const BATCH_SIZE = 256;

/** A loader at work, as worker threads take it. */
export function jobOf(
  loader: PlannedLoader,
  files: LoadJob['files'],
  sourceIdKey: string,
  embedding?: PlannedNode,
): LoadJob {
  const toJob = (node: PlannedNode) => ({
    nodeId: node.id,
    name: workingName(node.definition),
    params: paramsOf(node),
  });
  return {
    loader: toJob(loader),
    splitter: loader.splitter === undefined ? undefined : toJob(loader.splitter),
    files,
    sourceIdKey,
    localModel: embedding === undefined ? undefined : localModelOf(embedding),
    batchSize: BATCH_SIZE,
  };
}

/** The model of an on-device embedding node. (What is wrong with its settings is said where the model is opened.) */
function localModelOf({ definition, inputs }: PlannedNode): string | undefined {
  if (definition.name !== transformersEmbeddings.name) return undefined;
  return transformersEmbeddings.params.safeParse(inputs).data?.model;
}
