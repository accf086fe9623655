import { app } from 'electron';
import { hrefOfLink, LINK_SCHEME } from '../../../shared/ipc/app-link.ts';
import type { OpenRequest } from '../../../shared/ipc/opened.ts';
import { registersLinks } from './registers-links.ts';

/** macOS reports files that are opened together one by one, within this time, in ms. */
const TOGETHER_MS = 100;

/** Lets the system open links, files and folders with the app without a new start, as macOS does, from the dock too. */
export function openBySystem(open: (request: OpenRequest) => void): void {
  let paths: string[] = [];
  app.on('open-url', (event, link) => {
    event.preventDefault();
    const page = hrefOfLink(link);
    open({ ...(page === undefined ? {} : { page }), paths: [] });
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    paths.push(path);
    if (paths.length > 1) return;
    setTimeout(() => {
      open({ paths });
      paths = [];
    }, TOGETHER_MS);
  });
  const { platform, env } = process;
  if (registersLinks({ platform, env, isPackaged: app.isPackaged })) app.setAsDefaultProtocolClient(LINK_SCHEME);
}
