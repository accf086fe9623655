import { pathToFileURL } from 'node:url';
import { net, protocol } from 'electron';
import { PAGE_SCHEME } from '../../../shared/ipc/page-origin.ts';
import { pageHeaders } from '../../../shared/page-headers.ts';
import { messageOf, note } from '../logs/app-log.ts';
import { pageFile } from './page-file.ts';

/** Makes the page's scheme one that Chromium treats as it treats https. Must be called before the app is ready. */
export function allowPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

export interface PageSource {
  /** Of the page's own files. */
  readonly folder: string;
  /** The address of the server that the page may call, as it is when the page is loaded. */
  readonly server: () => string;
  /** The file of somebody's own that an address of the page stands for. */
  readonly openedFile: (address: string) => string | undefined;
}

/** Serves the page's files from the app itself, and those that were opened with it. */
export function servePage({ folder, server, openedFile }: PageSource): void {
  protocol.handle(PAGE_SCHEME, async ({ url, method }) => {
    if (method !== 'GET') return new Response(null, { status: 405 });
    const opened = openedFile(url);
    const file = opened ?? pageFile(url, folder);
    if (file === undefined) return new Response(null, { status: 404 });
    try {
      const { body, headers } = await net.fetch(pathToFileURL(file).href);
      // What is opened is data, whatever it is: at the page's own origin nothing of it may run.
      const type = opened === undefined ? headers.get('content-type') : 'application/octet-stream';
      return new Response(body, {
        headers: { ...pageHeaders(server()), ...(type === null ? {} : { 'content-type': type }) },
      });
    } catch (error) {
      note('warning', `${file} can't be shown: ${messageOf(error)}`);
      return new Response(null, { status: 404 });
    }
  });
}
