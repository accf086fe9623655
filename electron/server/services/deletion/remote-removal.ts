import { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { placeWords, type StoragePlan } from '../../../../shared/flow/remote-stores.ts';
import { workingName } from '../../../../shared/nodes/aliases.ts';
import { SQLiteRecordManager } from '../../../../shared/nodes/recordmanagers/sqlite-record-manager.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { fillInputs, fillNode, type ValueSource } from '../../pipeline/compile/fill-inputs.ts';
import { closeOpened, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { NO_RUN } from '../../pipeline/index/index-writer.ts';
import { type IndexDeps, withIndex } from '../../pipeline/with-index.ts';
import { seal, unseal } from '../../secrets/seal.ts';

/** A library, and one of the remote places where it stores chunks or records. */
export interface RemoteUse {
  readonly ownerId: string;
  /** Of the library. */
  readonly name: string;
  readonly plan: StoragePlan;
  /** What `{{$flow.name}}` stands for. */
  readonly flow: ValueScope;
}

/** Names of a collection and of its records. */
interface StoragePlace {
  readonly collection: string;
  readonly namespace: string | undefined;
}

type ValueScope = Readonly<Record<string, string | undefined>>;

const NodeSchema = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  inputs: z.record(z.string(), z.unknown()),
});
const SavedUseSchema = z.object({
  ownerId: z.string(),
  name: z.string(),
  store: NodeSchema,
  recordManager: NodeSchema.optional(),
  flow: z.record(z.string(), z.string().optional()),
});

/** A promised removal, as a deletion stores it. */
export interface RemoteTarget {
  /** Its settings, encrypted: those of a document store may hold secrets. */
  readonly sealed: string;
  /** Namespaces of its records in the server's database, which are needed until the removal is done. */
  readonly namespaces: readonly string[];
}

export interface RemoteRemovalOptions {
  readonly deps: IndexDeps;
  readonly values: ValueSource;
  readonly secretKey: () => Buffer;
}

/** The chunks of this owner can't be distinguished from those of others in the collection. */
export const NOT_TELLABLE = 'not tellable';

function saveNode({ id, label, definition, inputs }: PlannedNode): z.input<typeof NodeSchema> {
  return { id, label, name: definition.name, inputs };
}

function loadNode({ name, ...node }: z.output<typeof NodeSchema>): PlannedNode {
  const definition = findNodeDefinition(name);
  if (definition === undefined) throw new UserError('UNKNOWN_NODE', `There is no node ${name} any more.`);
  return { ...node, definition };
}

/** As a run fills it, but that all of its records are looked at. */
function fillPlan({ values }: RemoteRemovalOptions, { plan: { store, recordManager }, flow }: RemoteUse): StoragePlan {
  const scope = { ...values, flow };
  const records = recordManager === undefined ? undefined : fillNode(recordManager, scope);
  return {
    store: fillNode(store, scope),
    recordManager: records === undefined ? undefined : { ...records, inputs: { ...records.inputs, cleanup: 'full' } },
  };
}

/** The collection and namespace of a use, found without a request. Undefined if its settings are incomplete: it can have stored nothing with them. */
async function findPlace(given: RemoteRemovalOptions, use: RemoteUse): Promise<StoragePlace | undefined> {
  const { vectorDeps, recordDeps } = given.deps;
  try {
    const plan = fillPlan(given, use);
    const store = await openStore(plan, use.ownerId, vectorDeps);
    const records = await openRecords(plan, use.ownerId, store.collection, recordDeps);
    await closeOpened(store, records);
    return { collection: store.collection, namespace: records?.namespace };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function toTarget(
  { secretKey }: RemoteRemovalOptions,
  { plan: { store, recordManager }, ...rest }: RemoteUse,
  { namespace }: StoragePlace,
): RemoteTarget {
  const saved: z.input<typeof SavedUseSchema> = {
    ...rest,
    store: saveNode(store),
    ...(recordManager === undefined ? {} : { recordManager: saveNode(recordManager) }),
  };
  const isLocal = recordManager !== undefined && workingName(recordManager.definition) === SQLiteRecordManager.name;
  return {
    sealed: seal(JSON.stringify(saved), secretKey(), rest.ownerId).toString('base64url'),
    namespaces: isLocal && namespace !== undefined ? [namespace] : [],
  };
}

function toUse({ secretKey }: RemoteRemovalOptions, { sealed }: RemoteTarget, ownerId: string): RemoteUse {
  const text = unseal(Buffer.from(sealed, 'base64url'), secretKey(), ownerId);
  if (text === undefined) throw new UserError('CREDENTIAL_UNUSABLE', 'The secret key is another one.');
  const { store, recordManager, ...rest } = SavedUseSchema.parse(JSON.parse(text));
  const records = recordManager === undefined ? undefined : loadNode(recordManager);
  return { ...rest, plan: { store: loadNode(store), recordManager: records } };
}

/** Removes all of a collection that we made. */
async function emptyCollection(
  { vectorDeps }: IndexDeps,
  plan: StoragePlan,
  ownerId: string,
  signal: AbortSignal,
): Promise<typeof NOT_TELLABLE | undefined> {
  const store = await openStore(plan, ownerId, vectorDeps);
  try {
    if (store.transactional !== undefined) return undefined;
    const model = await store.model(signal);
    if (model === undefined) return undefined;
    // Another program has made it.
    if (model.id === undefined) return NOT_TELLABLE;
    await store.deleteAll(signal);
    return undefined;
  } finally {
    await closeOpened(store);
  }
}

/** Finds what flows and document stores have in remote stores and no other flow or store uses, and removes it there. */
export function createRemoteRemoval(given: RemoteRemovalOptions) {
  const { deps, values } = given;
  return {
    /**
     * What a deletion has to write down to remove these uses, except those that other flows or stores share.
     * @param others of all other flows and document stores
     */
    async choose(uses: readonly RemoteUse[], others: readonly RemoteUse[]) {
      const foreign = await Promise.all(others.map((other) => findPlace(given, other)));
      const chosen: { readonly use: RemoteUse; readonly target: RemoteTarget }[] = [];
      for (const use of uses) {
        const place = await findPlace(given, use);
        if (place === undefined) continue;
        const { collection, namespace } = place;
        const isShared = foreign.some(
          (other) => other?.collection === collection && (namespace === undefined || other.namespace === namespace),
        );
        if (!isShared) chosen.push({ use, target: toTarget(given, use, place) });
      }
      return chosen;
    },

    /** Names of the records of these uses, in the server's database or remote. */
    async namespacesOf(uses: readonly RemoteUse[]): Promise<string[]> {
      const places = await Promise.all(uses.map((use) => findPlace(given, use)));
      return places.flatMap((place) => place?.namespace ?? []);
    },

    /** "Qdrant at qdrant.example:6333", and whose it was. */
    describe(target: RemoteTarget, ownerId: string): { readonly name: string; readonly place: string } {
      const { name, plan, flow } = toUse(given, target, ownerId);
      const remote = [plan.store, plan.recordManager].find((node) => node?.definition.connects === true) ?? plan.store;
      return { name, place: placeWords({ ...remote, ...fillInputs(remote, { ...values, flow }) }) };
    },

    /**
     * Removes what the records name; without records all of a collection that we made.
     * @returns {@link NOT_TELLABLE} if the collection is not one that we made: then all stays
     * @throws UserError; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
     */
    async remove(target: RemoteTarget, ownerId: string, signal: AbortSignal): Promise<typeof NOT_TELLABLE | undefined> {
      const plan = fillPlan(given, toUse(given, target, ownerId));
      if (plan.recordManager === undefined) return emptyCollection(deps, plan, ownerId, signal);
      const onWait = () => deps.log.info({ ownerId }, 'A removal waits for a run of the same records');
      await withIndex({ plan, ownerId, runSeq: NO_RUN, signal, onWait }, deps, ({ writer }) =>
        writer.removeStale(() => undefined, signal),
      );
      return undefined;
    },
  };
}

export type RemoteRemoval = ReturnType<typeof createRemoteRemoval>;
