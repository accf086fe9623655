import type { overviewOperations } from '../../../shared/operations/overview.ts';
import type { RoutesOf } from './route.ts';

/** `/overview`: what the lists of flows and document stores show beside their names. `/find`: where a file is. */
export const overviewRoutes = {
  listOverview: {
    touches: 'visible',
    handle: ({ hiddenOwners }, { overview }) => overview.list(hiddenOwners),
  },
  findSources: {
    touches: 'visible',
    handle: ({ query, hiddenOwners }, { find }) => find.sources(query.text, hiddenOwners),
  },
} satisfies RoutesOf<typeof overviewOperations>;
