import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux says what feeds the machine. */
const POWER_SUPPLIES = '/sys/class/power_supply';

/**
 * Whether the machine runs on its battery. Where nobody says so, it does not.
 * @param folder as Linux lays it out
 */
export async function isOnBattery(folder: string = POWER_SUPPLIES): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const supplies = await Promise.all(names.map((name) => readSupply(join(folder, name))));
  if (supplies.some(({ type, online }) => type !== 'Battery' && online === '1')) return false;
  return supplies.some(
    ({ type, scope, status }) => type === 'Battery' && scope !== 'Device' && status === 'Discharging',
  );
}

/** A battery of scope Device is in a mouse or a headset. */
async function readSupply(folder: string) {
  // What a supply has no file for, it does not say.
  const read = (name: string): Promise<string> =>
    readFile(join(folder, name), 'utf8').then(
      (text) => text.trim(),
      () => '',
    );
  const [type, online, status, scope] = await Promise.all(['type', 'online', 'status', 'scope'].map(read));
  return { type, online, status, scope };
}
