import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { root } from '../../../../build/lib/paths.mjs';
import { channelOf, watchUpdates } from '../../../../electron/main/updates/watch-updates.ts';

const { app, autoUpdater } = vi.hoisted(() => ({
  app: { isPackaged: true },
  autoUpdater: { on: vi.fn(), setFeedURL: vi.fn(), checkForUpdates: vi.fn(async () => null) },
}));
vi.mock('electron', () => ({ app, BrowserWindow: {}, dialog: {} }));
vi.mock('electron-updater', () => ({ autoUpdater }));

const url = 'https://updates.example/app';

describe('Updates', () => {
  beforeEach(() => {
    vi.clearAllMocks();
    app.isPackaged = true;
  });
  afterEach(() => vi.unstubAllEnvs());

  test('are looked for in the feed of this processor', async () => {
    await watchUpdates(url);
    expect(autoUpdater.setFeedURL).toHaveBeenCalledWith({
      provider: 'generic',
      url,
      channel: `latest-${process.arch}`,
    });
    expect(autoUpdater.checkForUpdates).toHaveBeenCalledTimes(1);
  });

  test.each(['x64', 'arm64'])('have their feed for %s where the installers’ settings put it', (processor) => {
    const { publish } = z
      .object({ publish: z.object({ channel: z.string() }) })
      .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder's own notation.
    expect(publish.channel.replace('${arch}', processor)).toBe(channelOf(processor));
  });

  test('are not for the portable program, whose file no installer replaces', async () => {
    vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'D:\\tributary.exe');
    await watchUpdates(url);
    expect(autoUpdater.checkForUpdates).not.toHaveBeenCalled();
  });

  test('are not for a start from the sources', async () => {
    app.isPackaged = false;
    await watchUpdates(url);
    expect(autoUpdater.checkForUpdates).not.toHaveBeenCalled();
  });
});
