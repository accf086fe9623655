import { z } from 'zod';
import { FindQuerySchema, FoundSourceSchema } from '../api/find.ts';
import { OverviewSchema } from '../api/overview.ts';
import type { Operations } from './operation.ts';

/** `/overview`: what the lists of flows and document stores show beside their names. `/find`: where a file is. */
export const overviewOperations = {
  listOverview: {
    method: 'GET',
    path: '/overview',
    tag: 'Server',
    summary: 'What flows and document stores hold, and how their last runs ended',
    answers: { 200: z.array(OverviewSchema) },
    errors: [],
  },
  findSources: {
    method: 'GET',
    path: '/find/sources',
    tag: 'Server',
    summary: 'Find files and pages by name, in all flows and document stores',
    query: FindQuerySchema,
    answers: { 200: z.array(FoundSourceSchema) },
    errors: ['INVALID_INPUT'],
  },
} as const satisfies Operations;
