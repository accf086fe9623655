import type { modelOperations } from '../../../shared/operations/model.ts';
import type { RoutesOf } from './route.ts';

/** `/models`: embedding models on this machine, and those that can be fetched. */
export const modelRoutes = {
  listModels: {
    touches: 'drawings',
    handle: (_request, { models }) => models.list(),
  },
  downloadModel: {
    touches: 'drawings',
    handle({ body }, { models }, reply) {
      models.download(body.model, body.prefer ?? false);
      reply.code(202);
      return models.list();
    },
  },
  cancelModelDownload: {
    touches: 'drawings',
    async handle({ body }, { models }) {
      await models.cancel(body.model);
      return models.list();
    },
  },
  preferModel: {
    touches: 'drawings',
    async handle({ body }, { models }) {
      await models.choose(body.model);
      return models.list();
    },
  },
  removeModel: {
    touches: 'drawings',
    async handle({ query }, { models }) {
      await models.remove(query.model);
      return models.list();
    },
  },
} satisfies RoutesOf<typeof modelOperations>;
