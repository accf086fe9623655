import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileDialogs } from '../../../../electron/main/shell/file-dialogs.ts';
import { PAGE_ORIGIN } from '../../../../shared/ipc/page-origin.ts';
import { stubPlatform } from '../../../helpers/builders/stub-platform.ts';

const electron = vi.hoisted(() => ({ showOpenDialog: vi.fn(), showSaveDialog: vi.fn() }));
vi.mock('electron', () => ({
  app: { getPath: (name: string) => `C:\\Users\\ada\\${name}` },
  BrowserWindow: { fromWebContents: () => null },
  dialog: electron,
}));
// The paths of Windows are understood on any system.
vi.mock('node:path', async (load) => (await load<typeof import('node:path')>()).win32);

beforeEach(() => stubPlatform('win32'));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['C:\\notes', 'C:\\notes'],
  ['\\\\server\\share', undefined],
  ['//server/share', undefined],
  ['\\\\?\\UNC\\server\\share', undefined],
])('on Windows a dialog for %s begins at %s: unasked, it greets no other machine', async (now, defaultPath) => {
  electron.showOpenDialog.mockResolvedValue({ canceled: true, filePaths: [] });
  await new FileDialogs().choosePath({} as WebContents, { kind: 'folder', now });
  expect(electron.showOpenDialog.mock.lastCall?.[0].defaultPath).toBe(defaultPath);
});

test('where the user has been, a dialog begins, on another machine too', async () => {
  const dialogs = new FileDialogs();
  electron.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['\\\\server\\share'] });
  await dialogs.choosePath({} as WebContents, { kind: 'folder', now: '' });
  await dialogs.choosePath({} as WebContents, { kind: 'folder', now: '\\\\server\\share\\notes' });
  expect(electron.showOpenDialog.mock.lastCall?.[0].defaultPath).toBe('\\\\server\\share\\notes');
});

describe('What is saved', () => {
  const content = { name: 'a.json', address: `blob:${PAGE_ORIGIN}/1` };
  const path = 'D:\\a.json';
  const session = new EventEmitter();

  class FakeDownload extends EventEmitter {
    readonly getURL = () => content.address;
    readonly setSavePath = vi.fn();
  }
  const open = () => {
    const dialogs = new FileDialogs();
    dialogs.guard(session as unknown as Session);
    electron.showSaveDialog.mockResolvedValue({ canceled: false, filePath: path });
    return dialogs;
  };

  afterEach(() => session.removeAllListeners());

  test('is written as the page gives it', async () => {
    const download = new FakeDownload();
    const page = { downloadURL: () => void session.emit('will-download', { preventDefault: vi.fn() }, download) };
    const saved = open().save(page as unknown as WebContents, content);
    await vi.waitFor(() => expect(download.setSavePath).toHaveBeenCalledWith(path));
    download.emit('done', {}, 'completed');
    expect(await saved).toEqual({ state: 'saved', path });
  });

  test('fails when the page has it no longer, and is not written later', async () => {
    vi.useFakeTimers();
    const saved = open().save({ downloadURL: () => undefined } as unknown as WebContents, content);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await saved).toEqual({ state: 'failed', path });
    const preventDefault = vi.fn();
    session.emit('will-download', { preventDefault }, new FakeDownload());
    expect(preventDefault).toHaveBeenCalled();
  });
});
