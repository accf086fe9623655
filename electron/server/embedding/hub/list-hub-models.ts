import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { StoredModel } from '../../core/embedding-model.ts';
import { isHubModelWhole, measureHubModel } from './hub-model-files.ts';

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The hub models of which there is anything on this machine. */
export async function listHubModels(modelsFolder: string): Promise<StoredModel[]> {
  const hub = join(modelsFolder, 'hub');
  const found: StoredModel[] = [];
  for (const owner of await foldersIn(hub)) {
    for (const name of await foldersIn(join(hub, owner))) {
      const folder = join(hub, owner, name);
      const receivedBytes = await measureHubModel(folder);
      if (receivedBytes > 0)
        found.push({ id: `${owner}/${name}`, receivedBytes, isWhole: await isHubModelWhole(folder) });
    }
  }
  return found;
}
