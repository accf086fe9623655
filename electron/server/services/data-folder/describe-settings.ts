import { join } from 'node:path';
import { ServerSettingSchema, type ServerSettings } from '../../../../shared/api/server-settings.ts';
import { type Config, SettingsSchema } from '../../config.ts';

/** The settings that the server runs with, and what has set them. */
export function describeSettings(config: Config, apiKeyCount: number): ServerSettings {
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
    secretKey: config.readSecretKey() === undefined ? 'file' : 'environment',
  };
}
