import type { Database } from '../database.ts';

/** Facts about the data folder as a whole. */
export function createSettingRepository(db: Database) {
  const get = db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE key = ?');
  const set = db.prepare<[string, string]>(
    'INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  const remove = db.prepare<[string]>('DELETE FROM setting WHERE key = ?');
  return {
    get: (key: string): string | undefined => get.get(key)?.value,
    set: (key: string, value: string): void => void set.run(key, value),
    remove: (key: string): void => void remove.run(key),
  };
}

export type SettingRepository = ReturnType<typeof createSettingRepository>;
