import type { originalOperations } from '../../../shared/operations/original.ts';
import type { RoutesOf } from './route.ts';
import { itsOwner } from './touches.ts';

/** `/originals`: the files that chunks were read from. `{id}` is that of a chatflow or a document store. */
export const originalRoutes = {
  countOriginals: {
    touches: 'nothing',
    handle: (_request, { originals }) => originals.totals(),
  },
  getOriginals: {
    touches: itsOwner,
    handle: ({ params }, { originals }) => originals.of(params.id),
  },
  setOriginals: {
    touches: itsOwner,
    handle: ({ params, body }, { originals }) => originals.setKeeping(params.id, body.keepsOriginals),
  },
  describeOriginal: {
    touches: itsOwner,
    handle: ({ params, query }, { originals }) => originals.describe(params.id, query),
  },
  findPassage: {
    touches: itsOwner,
    handle: ({ params, body }, { originals }) => originals.findPassage(params.id, body),
  },
  getOriginalFile: {
    touches: itsOwner,
    async handle({ params, query, headers }, { originals }, reply) {
      const { status, headers: described, stream } = await originals.open(params.id, query, headers.range);
      return reply.code(status).headers(described).send(stream);
    },
  },
} satisfies RoutesOf<typeof originalOperations>;
