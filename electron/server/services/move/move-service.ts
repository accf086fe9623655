import type { EmbedAgainBody } from '../../../../shared/api/document-store-embed-again.ts';
import type { MoveBody } from '../../../../shared/api/moves.ts';
import type { StoreAccess } from '../libraries/store-access.ts';
import { discardEmbedAgain, embedAgain } from './embed-again.ts';
import { type MoveDeps, moveFlow, settleMoves } from './move-flow.ts';

export interface MoveServiceOptions extends MoveDeps {
  readonly stores: StoreAccess;
}

/** Brings what a library has stored to another vector store, or has it embedded by another model, while the old place answers. */
export function createMoveService(deps: MoveServiceOptions) {
  const { stores, releaseStorage } = deps;
  const again = { ...stores, releaseStorage };
  return {
    moveFlow: (chatflowId: string, body: MoveBody) => moveFlow(deps, chatflowId, body),
    embedAgain: (storeId: string, body: EmbedAgainBody) => embedAgain(again, storeId, body),
    discardEmbedAgain: (storeId: string): Promise<void> => discardEmbedAgain(again, storeId),
    /** Removes what a killed server had begun to copy. To be called before the first call. */
    settle: (): Promise<void> => settleMoves(deps),
  };
}

export type MoveService = ReturnType<typeof createMoveService>;
