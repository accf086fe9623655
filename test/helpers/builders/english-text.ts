/** The words of the text; a fixed list, so that the same seed gives the same text everywhere. */
const SYLLABLES = [
  'ka',
  'lo',
  'men',
  'ti',
  'ras',
  'ver',
  'on',
  'del',
  'pri',
  'sta',
  'un',
  'ter',
  'fol',
  'gri',
  'ma',
  'shen',
  'bo',
  'cal',
  'est',
  'ing',
];
const WORD_COUNT = 5000;

function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

function makeWords(): string[] {
  const random = createRandom(7);
  return Array.from({ length: WORD_COUNT }, () => {
    const length = 1 + Math.floor(random() * 4);
    return Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  });
}

/**
 * Deterministic English-like ASCII text: sentences of 5 to 20 words, paragraphs of 2 to 7 sentences separated by blank lines.
 * @returns exactly `bytes` characters
 */
export function makeEnglishText(bytes: number, seed = 1): string {
  const words = makeWords();
  const random = createRandom(seed * 7919);
  const paragraphs: string[] = [];
  for (let length = 0; length < bytes; ) {
    const sentences = Array.from({ length: 2 + Math.floor(random() * 6) }, () => {
      const count = 5 + Math.floor(random() * 16);
      const sentence = Array.from({ length: count }, () => words[Math.floor(random() * WORD_COUNT)]).join(' ');
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
    });
    const paragraph = sentences.join(' ');
    paragraphs.push(paragraph);
    length += paragraph.length + 2;
  }
  return paragraphs.join('\n\n').slice(0, bytes);
}
