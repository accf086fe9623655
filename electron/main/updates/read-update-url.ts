import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../shared/errors/system-errors.ts';
import { UpdateUrlSchema } from '../../../shared/update-url.ts';

const SettingsSchema = z.looseObject({ updateUrl: UpdateUrlSchema.optional() });

/**
 * Where updates are looked for, as settings.json of the data folder says; undefined: nowhere. The server has read the file before, and refuses
 * to start with a wrong one.
 */
export function readUpdateUrl(dataFolder: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(dataFolder, 'settings.json'), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const { updateUrl = '' } = SettingsSchema.parse(JSON.parse(text));
  return updateUrl === '' ? undefined : updateUrl;
}
