/** The positions where a text may be cut for one separator, in UTF-16 units; the start and the end of the text are not boundaries. */
export interface Boundaries {
  /** The greatest boundary <= position, or -1. */
  lastUpTo(position: number): number;
  /** The smallest boundary >= position, or -1. */
  firstFrom(position: number): number;
}

/** Cuts before every occurrence of the separator, overlapping ones included. */
function separatorBoundaries(text: string, separator: string): Boundaries {
  return {
    lastUpTo: (position) => text.lastIndexOf(separator, position),
    firstFrom: (position) => text.indexOf(separator, position),
  };
}

/** Whether a cut here would separate the two halves of a surrogate pair (an emoji, for example). */
export function isInsideCharacter(text: string, position: number): boolean {
  const after = text.charCodeAt(position);
  if (!(after >= 0xdc00 && after <= 0xdfff)) return false;
  const before = text.charCodeAt(position - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

// The rules of Unicode (UAX 29) are the same for every language.
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest grapheme cluster that is kept whole, in UTF-16 units: flags of regions have 14, families of emoji up to 25. */
const MOST_CLUSTER_UNITS = 32;
/** How much of the text on both sides of a position decides whether it is inside a cluster. */
export const CLUSTER_CONTEXT_UNITS = 2 * MOST_CLUSTER_UNITS;
/** The first combining mark. Below it nothing joins but a line feed to a carriage return, which LangChain separates. */
const FIRST_MARK = 0x300;

/**
 * Whether a cut here would separate what readers see as one character: a letter and its marks, an emoji of several signs, a syllable of Hangul.
 * @param most UTF-16 units: a longer cluster counts as single characters
 */
export function isInsideCluster(text: string, position: number, most: number = MOST_CLUSTER_UNITS): boolean {
  if (position <= 0 || position >= text.length) return false;
  if (text.charCodeAt(position) < FIRST_MARK && text.charCodeAt(position - 1) < FIRST_MARK) return false;
  if (isInsideCharacter(text, position)) return true;
  const earliest = Math.max(0, position - CLUSTER_CONTEXT_UNITS);
  const from = isInsideCharacter(text, earliest) ? earliest + 1 : earliest;
  const stretch = text.slice(from, position + MOST_CLUSTER_UNITS);
  const found = clusters.segment(stretch).containing(position - from);
  return found !== undefined && found.index < position - from && found.segment.length <= most;
}

/** Cuts between any two grapheme clusters of at most `most` units. */
function clusterBoundaries(text: string, most: number): Boundaries {
  return {
    lastUpTo(position) {
      let at = position;
      while (isInsideCluster(text, at, most)) at -= 1;
      return at;
    },
    firstFrom(position) {
      let at = position;
      while (isInsideCluster(text, at, most)) at += 1;
      return at < text.length ? at : -1;
    },
  };
}

/**
 * The boundaries of a separator in a text; the empty separator matches between all grapheme clusters.
 * @param chunkSize a cluster that is longer than a chunk is cut between characters
 */
export function boundariesOf(text: string, separator: string, chunkSize: number): Boundaries {
  if (separator !== '') return separatorBoundaries(text, separator);
  return clusterBoundaries(text, Math.min(chunkSize, MOST_CLUSTER_UNITS));
}
