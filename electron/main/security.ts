import { type Session, shell, type WebContents } from 'electron';
import { LOCAL_TOKEN_HEADER } from '../../shared/data-folder.ts';
import { hasOrigin, isWebAddress } from './addresses.ts';

/** The permissions that the page needs: to copy and paste nodes with its own commands. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'clipboard-read']);

/** Denies all permissions that a page may request, except those that ours needs. */
export function restrictPermissions(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(ALLOWED_PERMISSIONS.has(permission) && hasOrigin(details.requestingUrl, origin));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      ALLOWED_PERMISSIONS.has(permission) && hasOrigin(requestingOrigin, origin),
  );
}

/** Marks the page's requests to its server as the app's own, so that the server can tell them from other callers. */
export function sendAsApp(session: Session, origin: string, localToken: string): void {
  session.webRequest.onBeforeSendHeaders({ urls: [`${origin}/*`] }, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: { ...requestHeaders, [LOCAL_TOKEN_HEADER]: localToken } }),
  );
}

/** Keeps a page at its origin: external links open in the system's browser; new windows and webviews never open. */
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
