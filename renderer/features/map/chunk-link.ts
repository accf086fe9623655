import type { MapChunk } from '../../../shared/api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import type { KnownRoute } from '../../stores/router.ts';

/** The place of a chunk in the contents: its source, and the chunk in it where it is still there. */
export function contentsRoute({ ownerId, nodeId }: ContentsOf, { source, contentsId }: MapChunk): KnownRoute {
  const search = {
    ...(nodeId === undefined ? {} : { node: nodeId }),
    ...(source === '' ? {} : { source }),
    ...(contentsId === null ? {} : { chunk: contentsId }),
  };
  return { page: 'contents', ownerId, search };
}
