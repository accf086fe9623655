/** Where a text may be cut for one separator. Positions are in UTF-16 units; the text's own start and end are not boundaries. */
export interface Boundaries {
  /** The greatest boundary <= position, or -1. */
  lastUpTo(position: number): number;
  /** The smallest boundary >= position, or -1. */
  firstFrom(position: number): number;
}

/** Cuts stand before every occurrence of the separator, overlapping ones included. */
function separatorBoundaries(text: string, separator: string): Boundaries {
  return {
    lastUpTo: (position) => text.lastIndexOf(separator, position),
    firstFrom: (position) => text.indexOf(separator, position),
  };
}

/** Whether a cut here would part the two halves of one character (an emoji, say). */
export function isInsideCharacter(text: string, position: number): boolean {
  const after = text.charCodeAt(position);
  if (!(after >= 0xdc00 && after <= 0xdfff)) return false;
  const before = text.charCodeAt(position - 1);
  return before >= 0xd800 && before <= 0xdbff;
}

/** Cuts stand between any two characters. */
function characterBoundaries(text: string): Boundaries {
  return {
    lastUpTo: (position) => (isInsideCharacter(text, position) ? position - 1 : position),
    firstFrom: (position) => {
      const boundary = isInsideCharacter(text, position) ? position + 1 : position;
      return boundary < text.length ? boundary : -1;
    },
  };
}

/** The boundaries that a separator makes in a text; the empty separator stands for every character. */
export function boundariesOf(text: string, separator: string): Boundaries {
  return separator === '' ? characterBoundaries(text) : separatorBoundaries(text, separator);
}
