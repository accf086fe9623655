import type { StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { closeOpened, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { assertComplete } from '../../pipeline/copy/assert-complete.ts';
import type { StoredPlace } from '../../pipeline/copy/stored-batches.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { type Upsert, type UpsertOutcome, upsert } from '../../pipeline/upsert.ts';
import type { UpsertContext } from '../libraries/prepared-upsert.ts';

/** Opens where a library's chunks are, does the work, and closes it again. */
export async function withPlace<T>(
  engine: EngineDeps,
  plan: StoragePlan,
  ownerId: string,
  work: (place: StoredPlace) => Promise<T>,
): Promise<T> {
  const store = await openStore(plan, ownerId, engine.vectorDeps);
  const records = await openRecords(plan, ownerId, store.collection, engine.recordDeps);
  try {
    return await work({ store, records });
  } finally {
    await closeOpened(store, records);
  }
}

/** What goes to another place. */
interface Relocation extends Pick<Upsert, 'ownerId' | 'copies' | 'source' | 'isPartial'> {
  readonly plan: UpsertPlan;
  /** How many chunks are there then. */
  readonly expected: (outcome: UpsertOutcome) => number;
}

/**
 * Fills the place where a library's chunks are to be, beside the one that answers.
 * @throws OperationalError SERVICE_FAILED when not everything is there
 */
export async function relocate(
  engine: EngineDeps,
  { expected, ...given }: Relocation,
  { runSeq, events, signal }: UpsertContext,
): Promise<UpsertOutcome> {
  const { ownerId, plan } = given;
  const onWait = () => engine.log.info({ ownerId }, 'A move waits for another run of its records');
  const outcome = await upsert({ ...given, runSeq, signal, events, onWait }, engine);
  await assertComplete({ engine }, { plan, ownerId, expected: expected(outcome) }, signal);
  // An undo of this run, or of the one before, would look for its chunks where they no longer are.
  engine.runChanges.refuseLast(ownerId, 'EMBEDDED_AGAIN');
  return outcome;
}
