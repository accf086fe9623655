import { type Session, shell, type WebContents } from 'electron';
import { hasOrigin, isWebAddress } from './addresses.ts';

/** The one permission that the page has a use for: writing to the clipboard after a click. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** Refuses everything that a page may ask the system for, but for the one thing that ours needs. */
export function restrictPermissions(session: Session, origin: string): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(permission === ALLOWED_PERMISSION && hasOrigin(details.requestingUrl, origin));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === ALLOWED_PERMISSION && hasOrigin(requestingOrigin, origin),
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
