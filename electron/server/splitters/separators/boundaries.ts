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

/** Cuts between any two characters. */
function characterBoundaries(text: string): Boundaries {
  return {
    lastUpTo: (position) => (isInsideCharacter(text, position) ? position - 1 : position),
    firstFrom: (position) => {
      const boundary = isInsideCharacter(text, position) ? position + 1 : position;
      return boundary < text.length ? boundary : -1;
    },
  };
}

/** The boundaries of a separator in a text; the empty separator matches between all characters. */
export function boundariesOf(text: string, separator: string): Boundaries {
  return separator === '' ? characterBoundaries(text) : separatorBoundaries(text, separator);
}
