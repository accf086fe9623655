import { app } from 'electron';

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'macOS',
  linux: 'Linux',
  win32: 'Windows',
};

/** The versions of the app and of what it runs on, by name: for reports of crashes, and for whoever asks about a fault. */
export function versions(): Readonly<Record<string, string>> {
  const { electron = '', chrome = '', node = '' } = process.versions;
  return {
    Tributary: app.getVersion(),
    Electron: electron,
    Chromium: chrome,
    Node: node,
    [SYSTEMS[process.platform] ?? process.platform]: `${process.getSystemVersion()}, ${process.arch}`,
  };
}
