import type { StorePart } from '../../../shared/api/document-store-parts.ts';
import type { ConnectionTest, ListedModels, NodePreview, NodePreviewBody } from '../../../shared/api/node-tools.ts';
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import type { PlannedLoader } from '../../../shared/flow/upsert-plan.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import type { SourceFile } from '../core/document.ts';
import { checkConnection, failedTest, listModels } from '../pipeline/check-connection.ts';
import { fillNode } from '../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../pipeline/engine-deps.ts';
import { restoreStoredFiles } from '../pipeline/load/assign-files.ts';
import { previewChunks } from '../pipeline/load/preview-chunks.ts';
import { checkPart, fillLoader, namedPart, plannedLoader, plannedPart } from './libraries/parts.ts';
import type { CallFolder } from './libraries/prepared-upsert.ts';
import { checkFiles } from './libraries/store-request.ts';

export interface NodeToolsOptions {
  readonly engine: EngineDeps;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** A service that does not answer at once is a failed test. */
const TEST_TIMEOUT_MS = 20_000;
const SILENT = 'Nothing answered within 20 seconds: check the address, and that the service runs.';

function requireDefinition({ name }: StorePart): NodeDefinition {
  const definition = findNodeDefinition(name);
  if (definition !== undefined) return definition;
  const shown = name.slice(0, 100);
  throw new UserError('INVALID_INPUT', `There is no node ${shown}: see GET /api/v1/nodes for their names.`, {
    details: { field: 'name' },
  });
}

/**
 * What an answer says of a service that failed.
 * @throws UserError CREDENTIAL_HOST: the call is refused
 */
function answerTo(cause: unknown, timeout: AbortSignal): ReturnType<typeof failedTest> {
  if (cause instanceof AppError) {
    if (cause.code === 'CREDENTIAL_HOST') throw cause;
    return failedTest(cause);
  }
  return timeout.aborted ? { message: SILENT, code: 'SERVICE_TIMEOUT' } : failedTest(cause);
}

/** For the forms of nodes: the first chunks of a loader, the models of a service, and whether one can be reached. */
export function createNodeToolsService({ engine, clock }: NodeToolsOptions) {
  function filled(part: StorePart): PlannedNode {
    const definition = requireDefinition(part);
    const node: PlannedNode = { id: part.name, label: definition.label, definition, inputs: part.config };
    return fillNode(node, { ...engine.values, flow: {} });
  }

  async function filesOf(
    loader: PlannedLoader,
    uploads: readonly SourceFile[],
    folder: CallFolder,
  ): Promise<readonly SourceFile[]> {
    if (uploads.length > 0) return uploads;
    const stored = await restoreStoredFiles({ loaders: [loader] }, folder.write);
    return stored.get(loader.id) ?? [];
  }

  return {
    /**
     * The models that the service of a node has. What fails is an answer here, not an error.
     * @throws UserError INVALID_INPUT for a node that there is not, CREDENTIAL_HOST
     */
    async listModels(part: StorePart, signal: AbortSignal): Promise<ListedModels> {
      requireDefinition(part);
      const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS);
      try {
        return { models: [...(await listModels(filled(part), AbortSignal.any([signal, timeout])))] };
      } catch (cause) {
        signal.throwIfAborted();
        return { models: [], ...answerTo(cause, timeout) };
      }
    },

    /**
     * The first chunks that a loader and a splitter give; nothing is written.
     * @param folder for the files that the loader's inputs hold
     * @throws UserError INVALID_INPUT (400) naming part and field, NO_FILES (422), UNSUPPORTED_FILE_TYPE (415), and what loading throws
     */
    async preview(
      body: NodePreviewBody,
      uploads: readonly SourceFile[],
      folder: CallFolder,
      signal: AbortSignal,
    ): Promise<NodePreview> {
      if (body.loader === undefined) {
        throw new UserError('INVALID_INPUT', "loader in the body can't be used: it is missing.", {
          details: { path: 'loader' },
        });
      }
      const part = checkPart('loader', namedPart('loader', body.loader), engine.values);
      const splitter =
        body.splitter === undefined || body.splitter === null
          ? null
          : checkPart('splitter', namedPart('splitter', body.splitter), engine.values);
      if (uploads.length > 0) checkFiles(part, uploads);
      const loader = fillLoader(plannedLoader({ loaderName: '', loader: part, splitter }, 'loader'), engine.values);
      const embedding =
        body.embedding === undefined ? undefined : plannedPart('embedding', namedPart('embedding', body.embedding));
      const files = await filesOf(loader, uploads, folder);
      return previewChunks({ loader, files, embedding }, body, engine.loadChunks, signal);
    },

    /**
     * Tries what a node talks to. What fails is an answer here, not an error.
     * @throws UserError INVALID_INPUT for a node that there is not, CREDENTIAL_HOST
     */
    async testConnection(part: StorePart, signal: AbortSignal): Promise<ConnectionTest> {
      const start = clock();
      const elapsed = () => ({ elapsedMs: Math.round(clock() - start) });
      requireDefinition(part);
      const timeout = AbortSignal.timeout(TEST_TIMEOUT_MS);
      try {
        const message = await checkConnection(filled(part), engine, AbortSignal.any([signal, timeout]));
        return { ok: true, message, ...elapsed() };
      } catch (cause) {
        signal.throwIfAborted();
        return { ok: false, ...answerTo(cause, timeout), ...elapsed() };
      }
    },
  };
}

export type NodeToolsService = ReturnType<typeof createNodeToolsService>;
