import type { Session, WebContents } from 'electron';
import { LOCAL_TOKEN_HEADER } from '../../../shared/data-folder.ts';
import { isPageAddress } from '../../../shared/ipc/page-origin.ts';
import { openOutside } from './open-outside.ts';

/** The permissions that the page needs: to copy and paste nodes with its own commands. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'clipboard-read']);

/** Denies all permissions that a page may request, except those that ours needs. */
export function restrictPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(ALLOWED_PERMISSIONS.has(permission) && isPageAddress(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => ALLOWED_PERMISSIONS.has(permission) && isPageAddress(requestingOrigin),
  );
}

/**
 * Marks the page's requests to its server as the app's own, so that the server can distinguish them from other callers.
 * @param server the server's address
 * @param localToken the secret of the data folder, which the page never sees
 */
export function sendAsApp(session: Session, server: string, localToken: string): void {
  session.webRequest.onBeforeSendHeaders({ urls: [`${server}/*`] }, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: { ...requestHeaders, [LOCAL_TOKEN_HEADER]: localToken } }),
  );
}

/** Keeps a window at the page: external links open in the system's browser; new windows and webviews never open. */
export function keepAtPage(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (isPageAddress(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!isPageAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}
