import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createFlowVersionService,
  type FlowVersionService,
  thinVersions,
} from '../../../../../electron/server/services/flow-versions/flow-version-service.ts';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createFlowVersionRepository } from '../../../../../electron/server/storage/repositories/flow-version-repository.ts';
import {
  AUTOMATIC_VERSIONS_LIMIT,
  NAMED_VERSIONS_LIMIT,
  VERSION_EVERY_MS,
} from '../../../../../shared/api/flow-versions.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const FLOW = '5b0f0a3e-2a50-4f5e-9d0e-1b0f4f6a7c11';
const MINUTE_MS = 60_000;
let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let service: FlowVersionService;
let time: number;
const now = () => new Date(time);

beforeEach(() => {
  folder = makeTemporaryFolder();
  time = Date.parse('2026-03-01T09:00:00.000Z');
  db = openNewDatabase(join(folder.path, 'tributary.db'));
  service = createFlowVersionService({ versions: createFlowVersionRepository(db), now });
});

afterEach(() => {
  db.close();
  folder.remove();
});

function flow(flowData: string) {
  return { id: FLOW, flowData, apiConfig: null, updatedDate: now().toISOString() };
}

/** A change, a minute after the one before. */
function change(from: string, to: string, write: () => void = () => undefined): void {
  const before = flow(from);
  time += MINUTE_MS;
  service.change(before, { flowData: to, apiConfig: null }, write);
}

const contents = () => service.list(FLOW).map(({ id }) => service.find(FLOW, id).flowData);

test('a flow that is changed every minute keeps how it was every ten minutes', () => {
  for (let minute = 0; minute < 30; minute += 1) change(`${minute}`, `${minute + 1}`);
  expect(contents()).toEqual(['20', '10', '0']);
  expect(service.list(FLOW)[0]).toMatchObject({ name: null, reason: 'change', savedDate: '2026-03-01T09:20:00.000Z' });
});

test('a change of nothing keeps nothing, and what was kept before is not kept twice', () => {
  change('a', 'a');
  expect(contents()).toEqual([]);
  service.save(flow('a'), { reason: 'upsert' });
  service.save(flow('a'), { reason: 'upsert' });
  time += VERSION_EVERY_MS;
  change('a', 'b');
  expect(contents()).toEqual(['a']);
});

test('a change that fails leaves no version behind', () => {
  const fail = () => {
    throw new Error('The disk is full.');
  };
  expect(() => change('a', 'b', fail)).toThrow('The disk is full.');
  expect(contents()).toEqual([]);
});

test('a name goes to the newest version when that is the same, else to a new one', () => {
  const kept = service.save(flow('a'), { reason: 'upsert' });
  expect(service.save(flow('a'), { reason: 'request', name: 'First' })).toMatchObject({ id: kept.id, name: 'First' });
  expect(service.save(flow('a'), { reason: 'request', name: 'Second' }).id).not.toBe(kept.id);
  expect(service.save(flow('b'), { reason: 'request', name: 'Third' })).toMatchObject({ name: 'Third', sizeBytes: 1 });
  expect(service.list(FLOW).map(({ name }) => name)).toEqual(['Third', 'Second', 'First']);
});

test('there is a limit to names, which does not keep anybody from renaming', () => {
  for (let count = 0; count < NAMED_VERSIONS_LIMIT; count += 1)
    service.save(flow(`${count}`), { reason: 'request', name: `Number ${count}` });
  expect(() => service.save(flow('one more'), { reason: 'request', name: 'More' })).toThrow('remove one first');
  const [first] = service.list(FLOW);
  expect(service.rename(FLOW, first?.id ?? '', 'Other')).toMatchObject({ name: 'Other' });
  service.save(flow('by itself'), { reason: 'upsert' });
  expect(service.list(FLOW)).toHaveLength(NAMED_VERSIONS_LIMIT + 1);
});

test('what was named stays through a year of work, and of the rest there are few, more of the last days', () => {
  service.save(flow('named'), { reason: 'request', name: 'Mine' });
  for (let day = 0; day < 365; day += 1) {
    for (let hour = 0; hour < 3; hour += 1) {
      service.save(flow(`${day}-${hour}`), { reason: 'upsert' });
      time += (24 * 60 * MINUTE_MS) / 3;
    }
  }
  const versions = service.list(FLOW);
  expect(versions.at(-1)?.name).toBe('Mine');
  expect(versions.length).toBeLessThanOrEqual(AUTOMATIC_VERSIONS_LIMIT + 1);
  expect(versions.length).toBeGreaterThan(30);
  const ofLastDays = versions.filter(({ savedDate }) => time - Date.parse(savedDate) < 14 * 24 * 60 * MINUTE_MS);
  expect(ofLastDays.length).toBeGreaterThanOrEqual(14);
});

test('large versions are kept up to a size in all; the newest in any case', () => {
  const head = { name: null, reason: 'change' as const, savedDate: now().toISOString(), keptDate: now().toISOString() };
  const versions = ['c', 'b', 'a'].map((id) => ({ ...head, id, sizeBytes: 8_000_000 }));
  expect(thinVersions(versions, time).map(({ id }) => id)).toEqual(['a']);
  expect(thinVersions([{ ...head, id: 'huge', sizeBytes: 90_000_000 }], time)).toEqual([]);
});
