import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ServerSettingSchema, type ServerSettings } from '../../../../shared/api/server-settings.ts';
import { SEALED_KEY_FILE, SECRET_KEY_FILE } from '../../../../shared/data-folder.ts';
import { describeOpenness } from '../../common/open-to-others.ts';
import { peopleHere } from '../../common/people-here.ts';
import { type Config, SettingsSchema } from '../../config.ts';

function whereKeyIs({ dataDir, readSecretKey }: Config): ServerSettings['secretKey'] {
  if (readSecretKey() !== undefined) return 'environment';
  const isSealed = existsSync(join(dataDir, SEALED_KEY_FILE)) && !existsSync(join(dataDir, SECRET_KEY_FILE));
  return isSealed ? 'keyring' : 'file';
}

/** The settings that the server runs with, and what has set them. */
export function describeSettings(
  config: Config,
  apiKeyCount: number,
  people: readonly string[] = peopleHere(),
): ServerSettings {
  const values: Readonly<Record<string, unknown>> = { ...config };
  const names = Object.keys(SettingsSchema.shape);
  return {
    dataDir: config.dataDir,
    settingsFile: join(config.dataDir, 'settings.json'),
    settings: names.map((name) => ({
      name,
      value: ServerSettingSchema.shape.value.parse(values[name]),
      setBy: config.setBy[name] ?? null,
    })),
    apiKeyCount,
    secretKey: whereKeyIs(config),
    openness: describeOpenness(config.dataDir, people) === undefined ? null : { people: people.length },
  };
}
