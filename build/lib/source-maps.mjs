// @ts-check
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps the source maps of what was packed: they are not part of it, but an error's place can be found with them. Those of an earlier package go.
 * @param {string} built folder of the bundles
 * @param {string} target folder
 * @returns {number} how many there are
 */
export function keepSourceMaps(built, target) {
  const maps = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'));
  rmSync(target, { recursive: true, force: true });
  for (const name of maps) cpSync(join(built, name), join(target, name));
  return maps.length;
}
