/** Where the window's page comes from: not from the server, so what the page keeps (drafts, theme, panels) outlives a change of the server's port. */
export const PAGE_SCHEME = 'app';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://tributary`;

/** Whether an address is one of the window's page. Node's `URL` has no origin for a scheme of our own. */
export function isPageAddress(address: string): boolean {
  return address === PAGE_ORIGIN || address.startsWith(`${PAGE_ORIGIN}/`);
}
