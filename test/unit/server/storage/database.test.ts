import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../../../electron/server/storage/apply-migrations.ts';
import { openDatabase } from '../../../../electron/server/storage/database.ts';
import { migrations } from '../../../../electron/server/storage/migrations/index.ts';
import type { CodeMigration } from '../../../../electron/server/storage/migrations/migration.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const now = () => new Date('2026-01-02T03:04:05.678Z');

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => folder.remove());

const file = () => join(folder.path, 'tributary.db');

describe('openDatabase', () => {
  test('a new one has every migration, is durable, and opens again', () => {
    const { db, setAside } = openDatabase(file(), now);
    expect(setAside).toBeUndefined();
    expect(db.prepare('SELECT number FROM migration').pluck().all()).toEqual(migrations.map((_, index) => index + 1));
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
    openDatabase(file(), now).db.close();
  });

  test.each([
    ['a file that is no database', (path: string) => writeFileSync(path, 'x'.repeat(50_000))],
    [
      'a database with a page overwritten',
      (path: string) => {
        const { db } = openDatabase(path, now);
        for (let index = 0; index < 200; index += 1)
          db.prepare('INSERT INTO setting VALUES (?, ?)').run(`key ${index}`, 'y'.repeat(500));
        db.pragma('wal_checkpoint(TRUNCATE)');
        const pages: unknown = db.pragma('page_count', { simple: true });
        db.close();
        const handle = new Uint8Array(8192).fill(0xab);
        overwrite(path, handle, (Number(pages) - 3) * 8192);
      },
    ],
  ])('%s is put aside under another name, with all it holds', (_name, damage) => {
    damage(file());
    const { db, setAside } = openDatabase(file(), now);
    expect(setAside).toBe(`${file()}.damaged-2026-01-02T03-04-05-678Z`);
    expect(db.prepare('SELECT count(*) FROM setting').pluck().get()).toBe(0);
    db.close();
    expect(readdirSync(folder.path)).toContain('tributary.db.damaged-2026-01-02T03-04-05-678Z');
  });
});

function overwrite(path: string, bytes: Uint8Array, position: number): void {
  const { openSync, writeSync, closeSync } = process.getBuiltinModule('node:fs');
  const handle = openSync(path, 'r+');
  writeSync(handle, bytes, 0, bytes.length, position);
  closeSync(handle);
}

describe('applyMigrations', () => {
  const first = { name: 'first', sql: 'CREATE TABLE one (a)' };
  const second = { name: 'second', sql: 'CREATE TABLE two (a)' };

  test('applies what is missing, once', () => {
    const db = new BetterSqlite3(':memory:');
    applyMigrations(db, [first], now);
    applyMigrations(db, [first, second], now);
    applyMigrations(db, [first, second], now);
    expect(db.prepare('SELECT name FROM migration ORDER BY number').pluck().all()).toEqual(['first', 'second']);
  });

  test('one that fails leaves nothing of itself', () => {
    const db = new BetterSqlite3(':memory:');
    const broken = { ...second, sql: 'CREATE TABLE two (a); CREATE TABLE two (a)' };
    expect(() => applyMigrations(db, [first, broken], now)).toThrow();
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'two'").all()).toEqual([]);
    expect(db.prepare('SELECT count(*) FROM migration').pluck().get()).toBe(1);
  });

  test('an applied migration that was edited is refused', () => {
    const db = new BetterSqlite3(':memory:');
    applyMigrations(db, [first], now);
    expect(() => applyMigrations(db, [{ ...first, sql: 'CREATE TABLE one (b)' }], now)).toThrow(
      expect.objectContaining({ code: 'DATABASE_NEWER' }),
    );
  });

  test('each has the number of its place', () => {
    const db = new BetterSqlite3(':memory:');
    applyMigrations(db, [first], now);
    applyMigrations(db, [first, second], now);
    expect(db.prepare('SELECT number, name FROM migration').raw().all()).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
  });

  describe('one that is code', () => {
    const fill: CodeMigration = {
      name: 'fill',
      run(database) {
        database.prepare('INSERT INTO one VALUES (?)').run('row');
      },
    };

    test('works on what those before it made, once', () => {
      const db = new BetterSqlite3(':memory:');
      applyMigrations(db, [first, fill], now);
      applyMigrations(db, [first, fill, second], now);
      expect(db.prepare('SELECT a FROM one').pluck().all()).toEqual(['row']);
      expect(db.prepare('SELECT name FROM migration ORDER BY number').pluck().all()).toEqual([
        'first',
        'fill',
        'second',
      ]);
    });

    test('leaves nothing of itself when it throws', () => {
      const db = new BetterSqlite3(':memory:');
      const breaking: CodeMigration = {
        name: 'breaking',
        run(database) {
          fill.run(database);
          throw new Error('broken');
        },
      };
      expect(() => applyMigrations(db, [first, breaking], now)).toThrow('broken');
      expect(db.prepare('SELECT count(*) FROM one').pluck().get()).toBe(0);
      expect(db.prepare('SELECT count(*) FROM migration').pluck().get()).toBe(1);
    });

    test('is refused in the place of another', () => {
      const db = new BetterSqlite3(':memory:');
      applyMigrations(db, [first, fill], now);
      expect(() => applyMigrations(db, [first, { ...fill, name: 'other' }], now)).toThrow(
        expect.objectContaining({ code: 'DATABASE_NEWER' }),
      );
    });
  });
});
