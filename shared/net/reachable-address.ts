/** The address of a server by which this machine reaches it: one that listens on all addresses is reached at the loopback address. */
export function reachableAddress(url: string): string {
  return url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, 'http://127.0.0.1');
}
