import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { fillFlow, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ArchiveRepository } from '../../storage/repositories/archive-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { localStorageOf, storageElsewhere, storageNodesOf } from '../libraries/storage.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { RunService } from '../runs/run-service.ts';
import type { UnfinishedImports } from './unfinished-imports.ts';

export interface ArchiveDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find' | 'create' | 'isNameTaken'>;
  readonly runs: Pick<RunService, 'newestOf'>;
  readonly archives: ArchiveRepository;
  readonly originals: Pick<OriginalService, 'find' | 'listShown' | 'pathOf' | 'totalsOf' | 'takeOver' | 'addSource'>;
  readonly unfinished: UnfinishedImports;
  readonly stores: StoreAccess;
  /** Name of a stored credential; undefined when it is gone. */
  readonly credentialName: (id: string) => string | undefined;
  /** Starts the upsert of all of a store. */
  readonly upsertStore: (storeId: string) => Promise<{ readonly runId: string }>;
  /** Deletes a flow or store that an import could not fill, with what it holds here. */
  readonly remove: (id: string) => Promise<unknown>;
  readonly now: () => Date;
}

/** Fills what was made and marked as unfinished; when that fails, nothing of it stays. */
export async function orRemove<T>(
  { unfinished, remove }: Pick<ArchiveDeps, 'unfinished' | 'remove'>,
  id: string,
  fill: () => Promise<T>,
): Promise<T> {
  try {
    const filled = await fill();
    unfinished.end(id);
    return filled;
  } catch (error) {
    await remove(id);
    unfinished.end(id);
    throw error;
  }
}

/** Where a flow keeps its chunks and records in the data folder. */
export interface FlowStorage {
  readonly collection: string;
  /** Those that the settings may mean; records are in one of them at most. */
  readonly namespaces: readonly string[];
}

/** @throws UserError NOT_EXPORTABLE (422) for a flow that does not store in one collection of the data folder */
export function storageOfFlow({ engine }: ArchiveDeps, chatflow: Chatflow): FlowStorage {
  const filled = fillFlow(parseFlowDocument(chatflow.flowData), { ...engine.values, flow: flowVariables(chatflow) });
  const user = { id: chatflow.id, nodes: storageNodesOf(filled.flow) };
  const { collections, namespaces } = localStorageOf(user);
  const [collection, another] = collections;
  if (collection === undefined || another !== undefined || storageElsewhere(user).length > 0) {
    throw new UserError(
      'NOT_EXPORTABLE',
      `“${chatflow.name}” does not keep all that it stores in one collection of the data folder: export the flow without its contents, or give it a local vector store and local records.`,
    );
  }
  engine.vectorDeps.assertOpenTo?.(collection, chatflow.id);
  return { collection, namespaces: [...new Set(namespaces)] };
}
