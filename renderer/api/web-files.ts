import { WEB_FILE_NAME_HEADER } from '../../shared/api/web-files.ts';
import { api } from './client.ts';

/** What the server has fetched from a web address. */
export interface WebFile {
  /** Path that begins with the site: `example.com/guides/hours.html`. */
  readonly path: string;
  readonly file: File;
}

/**
 * Has the server fetch what lies at a web address. The page itself asks no other host.
 * @throws ApiError ADDRESS_REFUSED for an address of this machine or a private network, unless these are allowed; others that say what is wrong
 */
export async function fetchWebFile(url: string, allowLocalNetwork: boolean, signal: AbortSignal): Promise<WebFile> {
  const answer = await api.open('fetchWebFile', { body: { url, allowLocalNetwork }, signal });
  const path = decodeURIComponent(answer.headers.get(WEB_FILE_NAME_HEADER) ?? 'page.html');
  return { path, file: new File([await answer.blob()], path.split('/').at(-1) ?? path) };
}
