import { randomUUID } from 'node:crypto';
import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import {
  AUTOMATIC_VERSIONS_LIMIT,
  type FlowVersion,
  type FlowVersionContent,
  NAMED_VERSIONS_LIMIT,
  VERSION_EVERY_MS,
} from '../../../../shared/api/flow-versions.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { FlowVersionRepository, VersionHead } from '../../storage/repositories/flow-version-repository.ts';

export interface FlowVersionOptions {
  readonly versions: FlowVersionRepository;
  readonly now: () => Date;
}

/** What a version is of. */
export type VersionedFlow = Pick<Chatflow, 'id' | 'flowData' | 'apiConfig' | 'updatedDate'>;

type Content = Pick<Chatflow, 'flowData' | 'apiConfig'>;

function isSame(a: Content, b: Content): boolean {
  return a.flowData === b.flowData && a.apiConfig === b.apiConfig;
}

function save(
  { versions, now }: FlowVersionOptions,
  { id: chatflowId, flowData, apiConfig, updatedDate }: VersionedFlow,
  { name, reason }: Pick<FlowVersion, 'name' | 'reason'>,
): FlowVersion {
  const date = now();
  const kept = versions.insert({
    id: randomUUID(),
    chatflowId,
    name,
    reason,
    flowData,
    apiConfig,
    savedDate: updatedDate,
    keptDate: date.toISOString(),
  });
  for (const { id } of thinVersions(versions.list(chatflowId), date.getTime())) versions.remove(id);
  return kept;
}

/** Whether it is long since a version was kept, and that one is another. Contents may have 20 MB: they are read last. */
function isDue({ versions, now }: FlowVersionOptions, flow: VersionedFlow): boolean {
  const [head] = versions.list(flow.id);
  if (head === undefined) return true;
  if (now().getTime() - Date.parse(head.keptDate) < VERSION_EVERY_MS) return false;
  const newest = versions.newest(flow.id);
  return newest === undefined || !isSame(newest, flow);
}

function assertRoom({ versions }: FlowVersionOptions, chatflowId: string): void {
  const named = versions.list(chatflowId).filter(({ name }) => name !== null).length;
  if (named < NAMED_VERSIONS_LIMIT) return;
  throw new UserError(
    'INVALID_INPUT',
    `There are ${NAMED_VERSIONS_LIMIT} named versions of this flow already: remove one first.`,
  );
}

function find({ versions }: FlowVersionOptions, chatflowId: string, id: string): FlowVersionContent {
  const version = versions.find(chatflowId, id);
  if (version !== undefined) return version;
  throw new UserError(
    'NOT_FOUND',
    'There is no such version of this flow any more: see GET /api/v1/chatflows/{id}/versions for those there are.',
  );
}

function toHead({ flowData: _, apiConfig: __, ...head }: FlowVersionContent): FlowVersion {
  return head;
}

/**
 * Versions of flows: how they were before they were changed. A flow that is being changed gets one at most every ten minutes; people save
 * others, by a name if they want.
 */
export function createFlowVersionService(deps: FlowVersionOptions) {
  const { versions } = deps;
  return {
    /** The newest first. */
    list: (chatflowId: string): FlowVersion[] => versions.list(chatflowId).map(({ keptDate: _, ...head }) => head),
    /** @throws UserError NOT_FOUND */
    find: (chatflowId: string, id: string): FlowVersionContent => find(deps, chatflowId, id),

    /**
     * Keeps a flow as it is now. When its newest version is the same, that one is answered, with the name.
     * @throws UserError INVALID_INPUT when too many have a name
     */
    save(
      flow: VersionedFlow,
      { name = null, reason }: { name?: string | null } & Pick<FlowVersion, 'reason'>,
    ): FlowVersion {
      if (name !== null) assertRoom(deps, flow.id);
      const newest = versions.newest(flow.id);
      if (newest === undefined || !isSame(newest, flow) || (name !== null && newest.name !== null)) {
        return versions.together(() => save(deps, flow, { name, reason }));
      }
      if (name !== null) versions.rename(newest.id, name);
      const { flowData: _, apiConfig: __, keptDate: ___, ...version } = newest;
      return { ...version, name: name ?? version.name };
    },

    /** Before a flow is changed: saves it as it was, if that is due, together with the change or not at all. */
    change(before: VersionedFlow, after: Content, write: () => void): void {
      versions.together(() => {
        if (!isSame(before, after)) {
          if (isDue(deps, before)) save(deps, before, { name: null, reason: 'change' });
        }
        write();
      });
    },

    /** @throws UserError NOT_FOUND; INVALID_INPUT when too many have a name */
    rename(chatflowId: string, id: string, name: string | null): FlowVersion {
      const version = find(deps, chatflowId, id);
      if (name !== null && version.name === null) assertRoom(deps, chatflowId);
      versions.rename(id, name);
      return { ...toHead(version), name };
    },

    /** @throws UserError NOT_FOUND */
    remove(chatflowId: string, id: string): void {
      find(deps, chatflowId, id);
      versions.remove(id);
    },
  };
}

export type FlowVersionService = ReturnType<typeof createFlowVersionService>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Up to which age one version is kept for how much time: all of the last two hours, then one an hour, a day, a week. */
const STEPS = [
  { untilAgeMs: 2 * HOUR_MS, everyMs: 0 },
  { untilAgeMs: DAY_MS, everyMs: HOUR_MS },
  { untilAgeMs: 14 * DAY_MS, everyMs: DAY_MS },
  { untilAgeMs: Number.POSITIVE_INFINITY, everyMs: 7 * DAY_MS },
] as const;

/** What the versions of one flow that were kept by themselves may take, in bytes: a flow of 500 nodes has about 2 MB. */
const LIMIT_BYTES = 20_000_000;

function slotOf(version: VersionHead, now: number): string {
  const date = Date.parse(version.savedDate);
  const everyMs = STEPS.find(({ untilAgeMs }) => now - date < untilAgeMs)?.everyMs ?? 0;
  return everyMs === 0 ? version.id : `${everyMs}:${Math.floor(date / everyMs)}`;
}

/**
 * Which versions go, of all of one flow. Those with a name stay, and so does the newest, whatever its size.
 * @param versions the newest first
 * @param now in ms
 */
export function thinVersions(versions: readonly VersionHead[], now: number): readonly VersionHead[] {
  const slots = new Set<string>();
  let bytes = 0;
  let count = 0;
  return versions.filter((version, index) => {
    if (version.name !== null) return false;
    const slot = slotOf(version, now);
    const isFull = count >= AUTOMATIC_VERSIONS_LIMIT || bytes + version.sizeBytes > LIMIT_BYTES;
    if (index > 0 && (slots.has(slot) || isFull)) return true;
    slots.add(slot);
    bytes += version.sizeBytes;
    count += 1;
    return false;
  });
}
