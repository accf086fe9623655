import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LibraryRun, LibraryRunCountQuery, LibraryRunQuery } from '../../core/library-run.ts';
import { hiddenCondition } from '../../storage/repositories/given-conditions.ts';
import type { RunFilter, RunRepository } from '../../storage/repositories/run-repository.ts';

/** Runs looked through at a time, for one with a file. */
const PAGE = 50;

/** What of a query the table of runs itself answers. @param hidden owners whose runs are left out */
export function filterOf(
  { ownerId, status, kind, from, to }: LibraryRunCountQuery,
  hidden: ReadonlySet<string>,
): RunFilter {
  return {
    ownerId: ownerId ?? null,
    status: status ?? null,
    kind: kind ?? null,
    from: from ?? null,
    to: to ?? null,
    ...hiddenCondition(hidden),
  };
}

/** Runs as the query wants them, newest first. Looking for a file lets other requests in between two runs. */
export async function listRuns(
  runs: Pick<RunRepository, 'list' | 'hasFile'>,
  query: LibraryRunQuery,
  hidden: ReadonlySet<string>,
): Promise<LibraryRun[]> {
  const { limit, search } = query;
  const filter = filterOf(query, hidden);
  let before = query.before ?? null;
  if (search === undefined || search === '') return runs.list(filter, { before, limit });
  const part = search.toLowerCase();
  const found: LibraryRun[] = [];
  for (;;) {
    const page = runs.list(filter, { before, limit: PAGE });
    for (const run of page) {
      if (runs.hasFile(run.id, part)) found.push(run);
      if (found.length === limit) return found;
      await nextTurn();
    }
    if (page.length < PAGE) return found;
    before = page.at(-1)?.id ?? null;
  }
}
