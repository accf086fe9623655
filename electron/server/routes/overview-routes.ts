import { z } from 'zod';
import { OverviewSchema } from '../../../shared/api/overview.ts';
import { route } from './route.ts';

/** `/overview`: what the lists of flows and document stores show beside their names. */
export const overviewRoutes = [
  route({
    method: 'GET',
    path: '/overview',
    operationId: 'listOverview',
    summary: 'What flows and document stores hold, and how their last runs ended',
    tag: 'Server',
    answers: { 200: z.array(OverviewSchema) },
    errors: [],
    handle: (_request, { overview }) => overview.list(),
  }),
];
