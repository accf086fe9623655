import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The cache of texts that were read goes by this: electron/server/sources/cache/reading-edition.ts.
test('the program that reads files names all its parts by their content, down to the readers', () => {
  const built = join(import.meta.dirname, '../../dist/server');
  const reached = new Set<string>();
  const follow = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    const parts = readFileSync(join(built, name), 'utf8').matchAll(/(?:from|import)\s*\(?"\.\/([^"]+\.js)"/g);
    for (const [, part = ''] of parts) follow(part);
  };
  follow('load-worker.js');
  const [, ...parts] = reached;
  for (const part of parts) expect(part).toMatch(/-[\w-]{8}\.js$/);
  const readers = readdirSync(built).filter((name) =>
    /^(?:docx-reader|html|epub-reader|notebook|csv-reader)-[\w-]{8}\.js$/.test(name),
  );
  expect(readers.length).toBeGreaterThanOrEqual(5);
  expect(parts).toEqual(expect.arrayContaining(readers));
});
