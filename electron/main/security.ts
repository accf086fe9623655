import { type Session, shell, type WebContents } from 'electron';
import { LOCAL_TOKEN_HEADER } from '../../shared/data-folder.ts';
import { hasOrigin, isWebAddress } from './addresses.ts';

/** What the page has a use for: copying and pasting nodes by its own commands. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'clipboard-read']);

/** Refuses everything that a page may ask the system for, but for what ours needs. */
export function restrictPermissions(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(ALLOWED_PERMISSIONS.has(permission) && hasOrigin(details.requestingUrl, origin));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      ALLOWED_PERMISSIONS.has(permission) && hasOrigin(requestingOrigin, origin),
  );
}

/** Marks what our page asks of its server as the app's own, which the server tells from any other caller's. */
export function sendAsApp(session: Session, origin: string, localToken: string): void {
  session.webRequest.onBeforeSendHeaders({ urls: [`${origin}/*`] }, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: { ...requestHeaders, [LOCAL_TOKEN_HEADER]: localToken } }),
  );
}

/** Keeps a page at its origin: links that lead elsewhere open in the system's browser, windows and webviews never. */
export function keepAtOrigin(contents: WebContents, origin: string): void {
  function openOutside(address: string): void {
    if (isWebAddress(address)) void shell.openExternal(address);
  }
  contents.on('will-navigate', (event) => {
    if (hasOrigin(event.url, origin)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!hasOrigin(event.url, origin)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}
