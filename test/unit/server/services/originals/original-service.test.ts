import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOriginalService } from '../../../../../electron/server/services/originals/original-service.ts';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createOriginalRepository } from '../../../../../electron/server/storage/repositories/original-repository.ts';
import { createRemovedSourceRepository } from '../../../../../electron/server/storage/repositories/removed-source-repository.ts';
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
const loader = { id: 'pdf', label: 'PDF', definition: pdfFile, inputs: { usage: 'perFile' }, splitter: undefined };

beforeEach(() => {
  folder = makeTemporaryFolder();
  const now = () => new Date('2026-01-31T12:00:00Z');
  const onDisk = () => Promise.resolve();
  db = openNewDatabase(join(folder.path, 'tributary.db'));
  const originals = createOriginalRepository(db);
  service = createOriginalService({ originals, root: join(folder.path, 'originals'), log: silentLog, now, onDisk });
});

afterEach(() => {
  db.close();
  folder.remove();
});

function pathOf(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex');
  return join(folder.path, 'originals', hash.slice(0, 2), hash);
}

async function keep(ownerId: string, name: string, content: string, namespace?: string): Promise<void> {
  const path = join(folder.path, 'upload-0');
  writeFileSync(path, content);
  const file = { name, path, sizeBytes: Buffer.byteLength(content) };
  await service.store({ ownerId, namespace, files: [{ loader, file }] }, signal);
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
  await keep('flow', 'left.pdf', 'left', 'flow_flow');
  await keep('flow', 'gone.pdf', 'gone', 'flow_flow');
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

/** Puts a source of the flow into the bin, or takes it out for good. */
function bin(name: string, isThere: boolean): void {
  const removed = createRemovedSourceRepository(db);
  const source = { ownerId: 'flow', partId: 'flow', nodeId: null, name, removedDate: REMOVED, contentId: null };
  if (isThere) removed.insert(source);
  else db.transaction(() => removed.dropOfOwner('flow', 1))();
}

test('an original goes when the bin forgets its source, unless another source has the same', async () => {
  await keep('flow', 'a.pdf', 'same');
  await keep('flow', 'b.pdf', 'same');
  service.forget({ ownerId: 'flow', name: 'a.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('same'))).toBe(true);
  service.forget({ ownerId: 'flow', name: 'b.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('same'))).toBe(false);
});

test('an original stays while its source is in the bin, and when the source was stored again since', async () => {
  await keep('flow', 'gone.pdf', 'gone', 'flow_flow');
  bin('gone.pdf', true);
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(true);
  // Another removal of the same source is still in the bin.
  service.forget({ ownerId: 'flow', name: 'gone.pdf', removedDate: REMOVED });
  expect(service.find('flow', 'gone.pdf')).toBeDefined();
  bin('gone.pdf', false);
  service.forget({ ownerId: 'flow', name: 'gone.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('gone'))).toBe(false);

  await keep('flow', 'again.pdf', 'again');
  service.forget({ ownerId: 'flow', name: 'again.pdf', removedDate: '2026-01-31T11:00:00.000Z' });
  writeRecords('flow_flow', ['stored.pdf']);
  await keep('flow', 'stored.pdf', 'stored', 'flow_flow');
  service.forget({ ownerId: 'flow', name: 'stored.pdf', removedDate: REMOVED });
  await prune();
  expect(existsSync(pathOf('again'))).toBe(true);
  expect(existsSync(pathOf('stored'))).toBe(true);
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
  await service.store({ ownerId: 'flow', namespace: undefined, files }, signal);
  process.stdout.write(`1,000 originals kept in ${Math.round(performance.now() - startMs)} ms.\n`);
  expect(service.totals().files).toBe(1000);
});
