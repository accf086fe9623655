/**
 * Headers that protect the page, wherever its files come from. Only our own files, no inline script, no frames. Inline styles are allowed: the canvas
 * positions its nodes with them.
 * @param server the only other origin that the page may call; undefined if the page comes from the server itself
 */
export function pageHeaders(server?: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${server === undefined ? '' : ` ${server}`}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
