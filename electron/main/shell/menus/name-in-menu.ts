/** A name is recognised by this many characters; names have up to 1,000. */
const MOST = 60;

/** A name that somebody has given, as one short line. */
export function shortName(name: string): string {
  const signs = [...name.replace(/\s+/gu, ' ').trim()];
  return signs.length <= MOST ? signs.join('') : `${signs.slice(0, MOST - 1).join('')}…`;
}

/** The same as the label of a menu's item, where a single `&` would mark the letter behind it, and not be seen on any system. */
export function nameLabel(name: string): string {
  return shortName(name).replaceAll('&', '&&');
}
