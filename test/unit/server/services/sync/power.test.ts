import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOnBattery } from '../../../../../electron/server/services/sync/power.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => folder.remove());

/** A power supply as Linux shows it: a file for each fact. */
function supply(name: string, facts: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder.path, name));
  for (const [fact, value] of Object.entries(facts)) writeFileSync(join(folder.path, name, fact), `${value}\n`);
}

test('a laptop off its charger runs on battery', async () => {
  supply('AC', { type: 'Mains', online: '0' });
  supply('BAT0', { type: 'Battery', status: 'Discharging', scope: 'System' });
  expect(await isOnBattery(folder.path)).toBe(true);
});

test('a laptop on its charger does not, also when its battery is emptied meanwhile', async () => {
  supply('AC', { type: 'Mains', online: '1' });
  supply('BAT0', { type: 'Battery', status: 'Discharging' });
  expect(await isOnBattery(folder.path)).toBe(false);
});

test('the battery of a mouse does not count, nor does a machine that says nothing', async () => {
  supply('hidpp_battery_0', { type: 'Battery', status: 'Discharging', scope: 'Device' });
  expect(await isOnBattery(folder.path)).toBe(false);
  expect(await isOnBattery(join(folder.path, 'nothing'))).toBe(false);
});
