import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepSourceMaps } from '../../../build/lib/source-maps.mjs';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';

test('the source maps of a package are kept beside it, each in its folder, without those of the one before', () => {
  const folder = makeTemporaryFolder();
  const [built, target] = [join(folder.path, 'dist'), join(folder.path, 'maps')];
  for (const name of ['main', 'renderer/assets']) mkdirSync(join(built, name), { recursive: true });
  for (const name of ['main/main.cjs', 'main/main.cjs.map', 'renderer/assets/app.js.map'])
    writeFileSync(join(built, name), name);
  mkdirSync(target);
  writeFileSync(join(target, 'old.js.map'), '');
  expect(keepSourceMaps(built, target)).toBe(2);
  expect(existsSync(join(target, 'main', 'main.cjs.map'))).toBe(true);
  expect(existsSync(join(target, 'renderer', 'assets', 'app.js.map'))).toBe(true);
  expect(readdirSync(target).sort()).toEqual(['main', 'renderer']);
  folder.remove();
});
