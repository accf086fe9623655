import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { countOf } from '../../../../shared/text/format.ts';
import { closeOpened, openStore } from '../compile/open-nodes.ts';
import type { EngineDeps } from '../engine-deps.ts';

/** Where chunks have been copied to, and how many must be there now. */
export interface CopiedTo {
  readonly plan: Pick<UpsertPlan, 'store'>;
  readonly ownerId: string;
  readonly expected: number;
}

/**
 * Counts what is in a new collection, before it answers in the place of the old one.
 * @throws OperationalError SERVICE_FAILED when it is not everything
 */
export async function assertComplete(
  { engine }: { readonly engine: EngineDeps },
  { plan, ownerId, expected }: CopiedTo,
  signal: AbortSignal,
): Promise<void> {
  const store = await openStore(plan, ownerId, engine.vectorDeps);
  try {
    const count = await store.count(signal);
    if (count === expected) return;
    throw new OperationalError(
      'SERVICE_FAILED',
      `${plan.store.label} has ${countOf(count, 'chunk')} where ${expected} were brought, so the old collection goes on answering: try again, and see whether another program writes to the new one.`,
      { nodeId: plan.store.id, details: { collection: store.collection, count, expected } },
    );
  } finally {
    await closeOpened(store);
  }
}
