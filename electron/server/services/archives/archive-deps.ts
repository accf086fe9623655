import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { parseFlowDocument } from '../../../../shared/flow/flow-document.ts';
import { fillFlow, flowVariables } from '../../pipeline/compile/fill-inputs.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import type { ArchiveRepository } from '../../storage/repositories/archive-repository.ts';
import type { ChatflowService } from '../chatflow-service.ts';
import { localStorageOf, storageElsewhere, storageNodesOf } from '../deletion/deletion-targets.ts';
import type { RunService } from '../runs/run-service.ts';
import type { UnfinishedImports } from './unfinished-imports.ts';

export interface ArchiveDeps {
  readonly engine: EngineDeps;
  readonly chatflows: Pick<ChatflowService, 'find' | 'create' | 'listAll'>;
  readonly runs: Pick<RunService, 'newestOf'>;
  readonly archives: ArchiveRepository;
  readonly unfinished: UnfinishedImports;
  /** Deletes a flow that an import could not fill, with what it holds. */
  readonly removeChatflow: (id: string) => Promise<unknown>;
  readonly now: () => Date;
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
  return { collection, namespaces: [...new Set(namespaces)] };
}
