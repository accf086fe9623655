import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Run, RunListQuery } from '../../../../shared/api/runs.ts';
import type { RunRepository } from '../../storage/repositories/run-repository.ts';

/** Runs looked through at a time, for one with a file. */
const PAGE = 50;

/** Runs as the query wants them, newest first. Looking for a file lets other requests in between two runs. */
export async function listRuns(runs: Pick<RunRepository, 'list' | 'hasFile'>, query: RunListQuery): Promise<Run[]> {
  const { chatflowId = null, status = null, kind = null, from = null, to = null, limit, search } = query;
  const filter = { ownerId: chatflowId, status, kind, from, to };
  let before = query.before ?? null;
  if (search === undefined || search === '') return runs.list(filter, { before, limit });
  const part = search.toLowerCase();
  const found: Run[] = [];
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
