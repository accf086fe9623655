import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOriginalService } from '../../../../../electron/server/services/originals/original-service.ts';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createOriginalRepository } from '../../../../../electron/server/storage/repositories/original-repository.ts';
import { createRemovedSourceRepository } from '../../../../../electron/server/storage/repositories/removed-source-repository.ts';
import { createRunChangeRepository } from '../../../../../electron/server/storage/repositories/run-change-repository.ts';
import { createRunUndoRepository } from '../../../../../electron/server/storage/repositories/run-undo-repository.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { silentLog } from '../../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;
let service: ReturnType<typeof createOriginalService>;
const { signal } = new AbortController();
/** After the originals of these tests are kept. */
const REMOVED = '2026-01-31T13:00:00.000Z';
const RECORDS = { namespace: 'flow_flow' };
const loader = { id: 'pdf', label: 'PDF', definition: pdfFile, inputs: { usage: 'perFile' }, splitter: undefined };

function openService(hour = 12) {
  const now = () => new Date(`2026-01-31T${hour}:00:00Z`);
  const onDisk = () => Promise.resolve();
  const originals = createOriginalRepository(db);
  return createOriginalService({ originals, root: join(folder.path, 'originals'), log: silentLog, now, onDisk });
}

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(join(folder.path, 'tributary.db'));
  service = openService();
});

afterEach(() => {
  db.close();
  folder.remove();
});

function pathOf(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex');
  return join(folder.path, 'originals', hash.slice(0, 2), hash);
}

/** @param runSeq number of the run that stores it */
async function keep(
  ownerId: string,
  name: string,
  content: string,
  { namespace, runSeq = 1 }: { namespace?: string; runSeq?: number } = {},
): Promise<void> {
  const path = join(folder.path, 'upload-0');
  writeFileSync(path, content);
  const file = { name, path, sizeBytes: Buffer.byteLength(content) };
  await service.store({ ownerId, namespace, runSeq, files: [{ loader, file }] }, signal);
}

/** Records of a namespace: one chunk of each source. */
function writeRecords(namespace: string, sources: readonly string[]): void {
  db.prepare('INSERT INTO record_namespace (name) VALUES (?) ON CONFLICT DO NOTHING').run(namespace);
  for (const [index, source] of sources.entries()) {
    db.prepare(
      'INSERT INTO record_source (namespace_id, name, last_run) SELECT id, ?, 1 FROM record_namespace WHERE name = ?',
    ).run(source, namespace);
    db.prepare(
      `INSERT INTO record (namespace_id, content_key, metadata_hash, source_id, chunk_no, chunk_uuid, last_run)
       SELECT namespace_id, ?, x'00', id, 1, x'00', 1 FROM record_source WHERE name = ?`,
    ).run(Buffer.from([index]), source);
  }
}

function prune(): Promise<void> {
  const finish = (step: () => number | undefined) => {
    while ((step() ?? 0) > 0);
    return Promise.resolve();
  };
  return service.prune(finish, signal);
}

test('pruning takes the originals whose last chunk is gone, and leaves those of which nobody can tell', async () => {
  writeRecords('flow_flow', ['left.pdf']);
  await keep('flow', 'left.pdf', 'left', RECORDS);
  await keep('flow', 'gone.pdf', 'gone', RECORDS);
  await keep('flow', 'unknown.pdf', 'unknown');
  await prune();
  expect(service.find('flow', 'gone.pdf')).toBeUndefined();
  expect(existsSync(pathOf('gone'))).toBe(false);
  expect(existsSync(pathOf('left'))).toBe(true);
  expect(existsSync(pathOf('unknown'))).toBe(true);
});

test('pruning takes files that no row names, which a killed server left', async () => {
  mkdirSync(join(pathOf('orphan'), '..'), { recursive: true });
  writeFileSync(pathOf('orphan'), 'orphan');
  await keep('flow', 'a.pdf', 'kept');
  await prune();
  expect(existsSync(pathOf('orphan'))).toBe(false);
  expect(existsSync(pathOf('kept'))).toBe(true);
});

/** Puts a source of the flow into the bin. @returns its id there */
function bin(name: string, removedDate = REMOVED): number {
  const source = { ownerId: 'flow', partId: 'flow', nodeId: null, name, removedDate, contentId: null };
  return createRemovedSourceRepository(db).insert(source);
}

/** Takes it out for good. */
const unbin = () => createRemovedSourceRepository(db).dropOfOwner('flow', 1);

test('an original goes when the bin forgets its source, unless another source has the same', async () => {
  await keep('flow', 'a.pdf', 'same');
  await keep('flow', 'b.pdf', 'same');
  service.forget({ id: 1, ownerId: 'flow', name: 'a.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('same'))).toBe(true);
  service.forget({ id: 2, ownerId: 'flow', name: 'b.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('same'))).toBe(false);
});

test('an original stays while its source is in the bin, and when the source was stored again since', async () => {
  await keep('flow', 'gone.pdf', 'gone', RECORDS);
  const first = bin('gone.pdf');
  const second = bin('gone.pdf');
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(true);
  // Another removal of the same source is still in the bin.
  unbin();
  service.forget({ id: first, ownerId: 'flow', name: 'gone.pdf', removedDate: REMOVED });
  expect(service.find('flow', 'gone.pdf')).toBeDefined();
  unbin();
  service.forget({ id: second, ownerId: 'flow', name: 'gone.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(false);

  await keep('flow', 'again.pdf', 'again');
  service.forget({ id: 3, ownerId: 'flow', name: 'again.pdf', removedDate: '2026-01-31T11:00:00.000Z' });
  writeRecords('flow_flow', ['stored.pdf']);
  await keep('flow', 'stored.pdf', 'stored', RECORDS);
  service.forget({ id: 4, ownerId: 'flow', name: 'stored.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('again'))).toBe(true);
  expect(existsSync(pathOf('stored'))).toBe(true);
});

/** A run that can be undone. */
function beginRun(runSeq: number): void {
  db.prepare(
    "INSERT INTO run (seq, id, owner_id, status, created_date, nodes) VALUES (?, ?, 'flow', 'FINISHED', '', '[]')",
  ).run(runSeq, `run-${runSeq}`);
  const place = { ownerId: 'flow', collection: 'flow', namespace: undefined, isLocal: true };
  createRunChangeRepository(db, () => new Date()).begin({ runSeq, ...place });
}

test('pruning leaves the originals of chunks that a run has deleted, until it can not be undone any more', async () => {
  beginRun(1);
  await keep('flow', 'gone.pdf', 'gone', RECORDS);
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(true);
  createRunUndoRepository(db).setState(1, 'LISTED');
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(false);
});

test('originals that a run has replaced come back in steps, also when a stop comes between two of them', async () => {
  const names = Array.from({ length: 501 }, (_, index) => `${index}.pdf`);
  for (const name of names) await keep('flow', name, `before ${name}`);
  beginRun(2);
  for (const name of names) await keep('flow', name, 'after', { runSeq: 2 });
  // The second of one run is not what was before.
  await keep('flow', '0.pdf', 'at last', { runSeq: 2 });
  await keep('flow', 'new.pdf', 'new', { runSeq: 2 });
  const hashes = () => [...names, 'new.pdf'].map((name) => service.find('flow', name)?.hash.toString('hex'));
  expect(service.restore({ runSeq: 2 })).toBeGreaterThan(0);
  expect(hashes().filter((hash) => hash === basename(pathOf('after')))).toHaveLength(1);
  service = openService();
  while (service.restore({ runSeq: 2 }) > 0);
  expect(hashes()).toEqual([...names.map((name) => basename(pathOf(`before ${name}`))), undefined]);
  await prune();
  expect(['after', 'at last', 'new', 'before 0.pdf'].map((content) => existsSync(pathOf(content)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('what an unfinished run has replaced comes back with the run that took it over', async () => {
  await keep('flow', 'a.pdf', 'before');
  beginRun(2);
  await keep('flow', 'a.pdf', 'after', { runSeq: 2 });
  beginRun(3);
  db.prepare("INSERT INTO run_request (run_id, request, resumed_by) VALUES ('run-2', '{}', 'run-3')").run();
  createRunUndoRepository(db).setTakenOver(3, '');
  await keep('flow', 'a.pdf', 'after', { runSeq: 3 });
  await prune();
  service.restore({ runSeq: 3 });
  expect(service.find('flow', 'a.pdf')?.hash.toString('hex')).toBe(basename(pathOf('before')));
  expect(existsSync(pathOf('before'))).toBe(true);
});

test('a run that can not be undone keeps nothing of before', async () => {
  await keep('flow', 'a.pdf', 'before');
  beginRun(2);
  createRunUndoRepository(db).setState(2, 'LISTED');
  await keep('flow', 'a.pdf', 'after', { runSeq: 2 });
  await prune();
  expect(existsSync(pathOf('before'))).toBe(false);
});

test('an original that came back is shown, though a later one of its name is in the bin', async () => {
  await keep('flow', 'a.pdf', 'first');
  const removedId = bin('a.pdf');
  service = openService(14);
  await keep('flow', 'a.pdf', 'second');
  bin('a.pdf', '2026-01-31T15:00:00.000Z');
  expect(service.listShown('flow', '', 9)).toEqual([]);
  service = openService(16);
  service.restore({ removedId });
  expect(service.listShown('flow', '', 9).map(({ hash }) => hash.toString('hex'))).toEqual([basename(pathOf('first'))]);
});

test('an original in the bin follows its records', async () => {
  await keep('flow', 'a.pdf', 'a', RECORDS);
  const removedId = bin('a.pdf');
  service.moveRecords('flow', 'flow_flow', 'moved');
  service.restore({ removedId });
  expect(service.find('flow', 'a.pdf')?.namespace).toBe('moved');
});

test('the params of the loader are kept, but not the file in them', async () => {
  await keep('flow', 'a.pdf', 'content');
  expect(service.find('flow', 'a.pdf')?.loader).toEqual({
    name: 'pdfFile',
    params: expect.objectContaining({ usage: 'perFile' }),
  });
  expect(service.find('flow', 'a.pdf')?.loader.params).not.toHaveProperty('pdfFile');
});

test('a thousand small files are kept within seconds', async () => {
  const files = Array.from({ length: 1000 }, (_, index) => {
    const path = join(folder.path, `upload-${index}`);
    writeFileSync(path, `file ${index}`);
    return { loader, file: { name: `${index}.pdf`, path, sizeBytes: Buffer.byteLength(`file ${index}`) } };
  });
  const startMs = performance.now();
  await service.store({ ownerId: 'flow', namespace: undefined, runSeq: 1, files }, signal);
  process.stdout.write(`1,000 originals kept in ${Math.round(performance.now() - startMs)} ms.\n`);
  expect(service.totals().files).toBe(1000);
});
