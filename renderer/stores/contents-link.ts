import type { KnownRoute } from './router.ts';

/** A chunk, by where it stands among the contents of a flow or document store. */
export interface PlaceInContents {
  readonly ownerId: string;
  /** Vector store of a flow that has several. */
  readonly nodeId?: string | undefined;
  /** Name of its source; empty where it has none. */
  readonly source: string;
  /** Null where it is not among the contents any more. */
  readonly chunkId: string | null;
}

/** The place of a chunk in the contents: its source, and the chunk in it where it is still there. */
export function contentsRoute({ ownerId, nodeId, source, chunkId }: PlaceInContents): KnownRoute {
  const search = {
    ...(nodeId === undefined ? {} : { node: nodeId }),
    ...(source === '' ? {} : { source }),
    ...(chunkId === null ? {} : { chunk: chunkId }),
  };
  return { page: 'contents', ownerId, search };
}
