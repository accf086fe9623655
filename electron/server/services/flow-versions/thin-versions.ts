import { AUTOMATIC_VERSIONS_LIMIT } from '../../../../shared/api/flow-versions.ts';
import type { VersionHead } from '../../storage/repositories/flow-version-repository.ts';

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
