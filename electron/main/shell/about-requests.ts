import { dirname, join } from 'node:path';
import { app, shell } from 'electron';
import { t } from '../../../shared/texts/t.ts';
import type { RequestHandlers } from '../bridge/ipc-main.ts';
import { versions } from '../logs/versions.ts';

interface Place {
  /** Electron's folder of that name. */
  readonly resources: string;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
}

/** Where the licences of what Chromium is made of lie: beside the program, but within the bundle of a Mac, where they could otherwise get lost. */
export function chromiumLicences({ resources, platform, isPackaged }: Place): string {
  const name = 'LICENSES.chromium.html';
  if (platform !== 'darwin') return join(dirname(resources), name);
  return isPackaged ? join(resources, name) : join(resources, '..', '..', '..', name);
}

/** Answers the requests of the page about what the app is made of. */
export function aboutRequests(): Pick<RequestHandlers, 'app-info' | 'show-chromium-licences'> {
  return {
    'app-info': () => ({ versions: versions() }),
    'show-chromium-licences': async () => {
      const { resourcesPath: resources, platform } = process;
      const path = chromiumLicences({ resources, platform, isPackaged: app.isPackaged });
      const reason = await shell.openPath(path);
      if (reason !== '') throw new Error(t('The file {path} can’t be shown: {reason}', { path, reason }));
    },
  };
}
