import { noCounts } from '../../pipeline/index/index-documents.ts';
import type { ToldFailures } from '../../pipeline/load/run-failures.ts';
import { type UpsertOutcome, upsert } from '../../pipeline/upsert.ts';
import { placeOf } from '../libraries/store-access.ts';
import { storedSource } from './index-store.ts';
import { keepGone } from './keep-gone.ts';
import { joinFailures } from './load-failures.ts';
import type { LoadRequest, PreparedUpsert, UpsertCall } from './prepare-upsert.ts';
import type { StoreDeps } from './store-work.ts';
import { inTurn, type LoadedLoader, type StoreRun } from './store-work.ts';

export interface StoreOutcome extends Pick<UpsertOutcome, 'counts' | 'totalKeys' | 'addedDocs'> {
  readonly failures: ToldFailures;
}

/** Loads what the upsert brings, then brings it to the vector store. @param prepare works out again what to do, when its turn has come */
export function runUpsert(
  deps: StoreDeps,
  run: StoreRun,
  prepare: () => PreparedUpsert,
  { newLoaderId, isSync = false }: Pick<UpsertCall, 'newLoaderId' | 'isSync'>,
): Promise<StoreOutcome> {
  return inTurn(deps, run, async (work) => {
    const { plan, parts, loads, indexed } = prepare();
    const { context, storeId } = run;
    work.begin('UPSERTING');
    const { runSeq, events, signal } = context;
    const loaded: LoadedLoader[] = [];
    let failures: ToldFailures = {};
    const outcome = await upsert(
      {
        plan,
        ownerId: storeId,
        runSeq,
        signal,
        events,
        // After the model has been found in order: a wrong one is refused while nothing is written.
        async source() {
          for (const request of loads) loaded.push(await work.load(request, { id: newLoaderId, parts }));
          failures = joinFailures(loaded);
          const places = [
            ...loaded.map(({ loader, place }) => ({ id: loader.id, place })),
            ...indexed.map((loader) => ({ id: loader.id, place: placeOf(loader) })),
          ];
          return storedSource(places, deps.chunks);
        },
        onWait: () => deps.log.info({ storeId }, 'A document store waits for another run of its records'),
      },
      deps.engine,
    );
    const toBin: (() => void)[] = [];
    if (isSync) for (const { loader, place } of loaded) toBin.push(await keepGone(deps, loader, place, signal));
    const withBin = (commit: () => void) => {
      commit();
      for (const put of toBin) put();
    };
    await work.finish(loaded, indexed, parts, (commit) => deps.engine.db.transaction(withBin).immediate(commit));
    return { ...outcome, failures };
  });
}

/** Loads one loader anew, for looking at its chunks; the vector store is left alone. */
export function runProcess(
  deps: StoreDeps,
  run: StoreRun,
  prepare: () => LoadRequest,
): Promise<Pick<StoreOutcome, 'counts' | 'failures'>> {
  return inTurn(deps, run, async (work) => {
    const request = prepare();
    work.begin('SYNCING');
    const parts = { embedding: null, vectorStore: null, recordManager: null };
    const loaded = await work.load(request, { id: request.existing?.id ?? '', parts });
    await work.finish([loaded], [], undefined);
    return { counts: noCounts(), failures: joinFailures([loaded]) };
  });
}
