import { z } from 'zod';
import { FindQuerySchema, FoundSourceSchema } from '../../../shared/api/find.ts';
import { OverviewSchema } from '../../../shared/api/overview.ts';
import { route } from './route.ts';

/** `/overview`: what the lists of flows and document stores show beside their names. `/find`: where a file is. */
export const overviewRoutes = [
  route({
    method: 'GET',
    path: '/overview',
    operationId: 'listOverview',
    touches: 'visible',
    summary: 'What flows and document stores hold, and how their last runs ended',
    tag: 'Server',
    answers: { 200: z.array(OverviewSchema) },
    errors: [],
    handle: ({ hiddenOwners }, { overview }) => overview.list(hiddenOwners),
  }),
  route({
    method: 'GET',
    path: '/find/sources',
    operationId: 'findSources',
    touches: 'visible',
    summary: 'Find files and pages by name, in all flows and document stores',
    tag: 'Server',
    querystring: FindQuerySchema,
    answers: { 200: z.array(FoundSourceSchema) },
    errors: ['INVALID_INPUT'],
    handle: ({ query, hiddenOwners }, { find }) => find.sources(query.text, hiddenOwners),
  }),
];
