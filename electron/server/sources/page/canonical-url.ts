/** Parameters that say where a visitor came from, and do not change the page. */
const TRACKING = /^(utm_\w+|gclid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|_ga|_gl|_hsenc|_hsmi)$/i;

/** Longer addresses come from pages that link to themselves with a growing address. */
const MAX_ADDRESS_UNITS = 2000;

/**
 * Normalises an address: without fragment, name, password and tracking parameters; percent codes in capitals, and none for letters, digits, `-`, `.`,
 * `_` and `~` (RFC 3986).
 */
export function canonicalUrl(url: URL): URL {
  const canonical = new URL(url.href);
  canonical.hash = '';
  canonical.username = '';
  canonical.password = '';
  const tracking = [...canonical.searchParams.keys()].filter((name) => TRACKING.test(name));
  // Changing the parameters would re-encode the others, which some servers treat as another page.
  for (const name of tracking) canonical.searchParams.delete(name);
  canonical.pathname = canonicalPercents(canonical.pathname);
  return canonical;
}

function canonicalPercents(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

/**
 * Resolves a link of a page.
 * @returns its canonical form; undefined if it does not lead to a web page
 */
export function resolveLink(link: string, base: URL): URL | undefined {
  const trimmed = link.trim();
  if (trimmed === '' || trimmed.length > MAX_ADDRESS_UNITS || !URL.canParse(trimmed, base.href)) return undefined;
  const url = new URL(trimmed, base);
  if (!/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS_UNITS) return undefined;
  return canonicalUrl(url);
}

/** What all pages of a site share: the host, without `www.`, and the port; http and https count as the same. */
export function siteOf({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, '')}:${port}`;
}

/** Extensions without text: never fetched. */
const NO_TEXT =
  /\.(?:7z|apk|avi|avif|bin|bmp|bz2|css|dmg|eot|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|m4a|m4v|map|mjs|mkv|mov|mp3|mp4|mpe?g|msi|ogg|otf|pkg|png|psd|rar|svg|tar|tgz|tiff?|ttf|wasm|wav|webm|webp|wmv|woff2?|xz|zip)$/i;

/** Whether the address of a link may have text. */
export function mayHaveText({ pathname }: URL): boolean {
  return !NO_TEXT.test(pathname);
}
