/** Longer overlaps are not looked for: splitters that share more between chunks are rare, and comparing takes its time. Characters. */
const LONGEST = 20_000;
/** Fewer characters are the same by chance. */
const SHORTEST = 4;

/** For each place of a pattern: how many characters before it begin the pattern again. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** How many characters at the end of a chunk begin the next one, too; 0 if that is none or could be chance. */
export function findOverlap(before: string, after: string): number {
  const most = Math.min(before.length, after.length, LONGEST);
  const pattern = after.slice(0, most);
  const borders = bordersOf(pattern);
  let length = 0;
  for (const character of splitUnits(before.slice(before.length - most))) {
    if (length === pattern.length) length = borders[length - 1] ?? 0;
    while (length > 0 && character !== pattern[length]) length = borders[length - 1] ?? 0;
    if (character === pattern[length]) length += 1;
  }
  return length < SHORTEST ? 0 : length;
}

function* splitUnits(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1) yield text.charAt(at);
}

interface OverlappingChunk {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** How many characters each of the chunks shares with the one before it. Chunks of different sources share nothing. */
export function findOverlaps(chunks: readonly OverlappingChunk[]): readonly number[] {
  return chunks.map(({ pageContent, metadata }, index) => {
    const before = chunks[index - 1];
    if (before === undefined || before.metadata.source !== metadata.source) return 0;
    return findOverlap(before.pageContent, pageContent);
  });
}
