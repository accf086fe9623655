import { IdParamsSchema } from '../../../shared/api/common.ts';
import {
  OriginalFileSchema,
  OriginalQuerySchema,
  OriginalSchema,
  OriginalsChangeSchema,
  OriginalTotalsSchema,
  OwnerOriginalsSchema,
  PassageBodySchema,
  PassageSchema,
} from '../../../shared/api/originals.ts';
import { route } from './route.ts';
import { itsOwner } from './touches.ts';

const tag = 'Originals';

/** `/originals`: the files that chunks were read from. `{id}` is that of a chatflow or a document store. */
export const originalRoutes = [
  route({
    method: 'GET',
    path: '/originals',
    operationId: 'countOriginals',
    touches: 'nothing',
    summary: 'Space that the originals of uploads take',
    tag,
    answers: { 200: OriginalTotalsSchema },
    errors: [],
    handle: (_request, { originals }) => originals.totals(),
  }),
  route({
    method: 'GET',
    path: '/originals/:id',
    operationId: 'getOriginals',
    touches: itsOwner,
    summary: 'Whether a flow keeps the originals of its uploads, and what they take',
    tag,
    params: IdParamsSchema,
    answers: { 200: OwnerOriginalsSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params }, { originals }) => originals.of(params.id),
  }),
  route({
    method: 'PUT',
    path: '/originals/:id',
    operationId: 'setOriginals',
    touches: itsOwner,
    summary: 'Have a flow keep the originals of its uploads, or not',
    description: 'When it is turned off, the originals that the flow has are deleted. Its chunks stay.',
    tag,
    params: IdParamsSchema,
    body: OriginalsChangeSchema,
    answers: { 200: OwnerOriginalsSchema },
    errors: ['CHATFLOW_NOT_FOUND', 'INVALID_INPUT'],
    handle: ({ params, body }, { originals }) => originals.setKeeping(params.id, body.keepsOriginals),
  }),
  route({
    method: 'GET',
    path: '/originals/:id/source',
    operationId: 'describeOriginal',
    touches: itsOwner,
    summary: 'Where the original of a source lies, and how it can be shown',
    tag,
    params: IdParamsSchema,
    querystring: OriginalQuerySchema,
    answers: { 200: OriginalSchema },
    errors: ['CHATFLOW_NOT_FOUND'],
    handle: ({ params, query }, { originals }) => originals.describe(params.id, query),
  }),
  route({
    method: 'POST',
    path: '/originals/:id/passage',
    operationId: 'findPassage',
    touches: itsOwner,
    summary: 'Where a chunk is in its original',
    description:
      'Of a PDF the boxes of its lines on their pages, of a table its row, of all other files its place in the text as it was read.',
    tag,
    params: IdParamsSchema,
    body: PassageBodySchema,
    answers: { 200: PassageSchema },
    errors: [
      'CHATFLOW_NOT_FOUND',
      'ORIGINAL_NOT_FOUND',
      'INVALID_INPUT',
      'FILE_CORRUPT',
      'WORKER_CRASHED',
      'SERVICE_TIMEOUT',
    ],
    handle: ({ params, body }, { originals }) => originals.findPassage(params.id, body),
  }),
  route({
    method: 'GET',
    path: '/originals/:id/file',
    operationId: 'getOriginalFile',
    touches: itsOwner,
    summary: 'Download the original of a source',
    description: 'With a Range header the answer is 206 with that part of the file.',
    tag,
    params: IdParamsSchema,
    querystring: OriginalQuerySchema,
    answers: {
      200: { description: 'The file.', content: { 'application/octet-stream': { schema: OriginalFileSchema } } },
    },
    errors: ['CHATFLOW_NOT_FOUND', 'ORIGINAL_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    async handle({ params, query, headers }, { originals }, reply) {
      const { status, headers: described, stream } = await originals.open(params.id, query, headers.range);
      return reply.code(status).headers(described).send(stream);
    },
  }),
];
