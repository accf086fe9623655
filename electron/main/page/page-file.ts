import { join } from 'node:path';
import { isPageAddress, PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';

/** A name of the build: no separator, and nothing that a file system reads as something else. */
const NAME = /^[\w.-]+$/;

/** The file of the page's folder that an address of the page stands for; undefined for any other address, and for one that leads out of the folder. */
export function pageFile(address: string, folder: string): string | undefined {
  if (!isPageAddress(address) || !URL.canParse(address)) return undefined;
  const { pathname, href } = new URL(address);
  // A part with a name or a port before the host would pass as the origin's beginning.
  if (!href.startsWith(PAGE_ORIGIN)) return undefined;
  const names = pathname.split('/').filter((name) => name !== '');
  if (names.some((name) => !NAME.test(name) || name === '..' || name === '.')) return undefined;
  return join(folder, ...(names.length === 0 ? ['index.html'] : names));
}
