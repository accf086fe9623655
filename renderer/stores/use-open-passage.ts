import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { QueryDoc } from '../../shared/api/vector.ts';
import { messageOf } from '../api/client.ts';
import { loadMapChunk } from '../api/content-map.ts';
import type { ContentsOf } from '../api/contents.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';
import { contentsRoute } from './contents-link.ts';
import { navigate } from './router.ts';

/** Ids that other programs gave to chunks of a remote store may be any text: they are not looked up. */
const IdSchema = z.uuid();

/** Opens passages that were found where they stand among the contents, marked. */
export function useOpenPassage({
  ownerId,
  nodeId,
}: ContentsOf): (doc: Pick<QueryDoc, 'id' | 'metadata'>) => Promise<void> {
  const client = useQueryClient();
  return async (doc) => {
    const { source } = doc.metadata;
    try {
      // The chunks of a document store have other ids there than in its vector store.
      const known = IdSchema.safeParse(doc.id).success
        ? await loadMapChunk(client, { ownerId, nodeId }, doc.id)
        : { contentsId: doc.id };
      const chunkId = known?.contentsId ?? null;
      navigate(contentsRoute({ ownerId, nodeId, source: typeof source === 'string' ? source : '', chunkId }));
    } catch (error) {
      showErrorToast(messageOf(error));
    }
  };
}
