import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { PAGE_SCHEME } from '../../../shared/ipc/page-origin.ts';
import { pageHeaders } from '../../../shared/page-headers.ts';
import { pageFile } from './page-file.ts';

/** Makes the page's scheme one that Chromium treats as it treats https. Must be called before the app is ready. */
export function allowPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the page's files from the app itself.
 * @param server the address of the server that the page may call, as it is when the page is loaded
 */
export function servePage(folder: string, server: () => string): void {
  protocol.handle(PAGE_SCHEME, async ({ url, method }) => {
    const file = pageFile(url, folder);
    if (file === undefined) return new Response(null, { status: 404 });
    if (method !== 'GET') return new Response(null, { status: 405 });
    const { body, headers } = await net.fetch(pathToFileURL(file).href);
    const type = headers.get('content-type');
    return new Response(body, {
      headers: { ...pageHeaders(server()), ...(type === null ? {} : { 'content-type': type }) },
    });
  });
}
