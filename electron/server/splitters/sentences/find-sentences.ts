/** The position of a sentence, without the white space around it. */
export interface SentenceRange {
  readonly start: number;
  readonly end: number;
}

// The rules of Unicode (UAX 29) hardly differ between languages; a fixed language gives the same chunks on every machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Ends with a full stop that does not end a sentence: titles and initials. */
const TITLE =
  /(?:^|[\s("'“‘[])(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|St|Gen|Col|Capt|Lt|Sgt|Sen|Rep|Gov|vs|cf|viz|Hr|Fr|M|Mme|Sr|Sra|[A-Z](?:\.[A-Z])*)\.\s*$/u;
/** Likewise, before a number. */
const BEFORE_NUMBER =
  /(?:^|[\s("'“‘[])(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Nos?|Nr|Figs?|Eqs?|Vol|Ch|Sec|Art|Abs|pp?|ca?|S)\.\s*$/iu;
const NUMBER = /^\d/;

/** The sentences of one paragraph. A line break within it counts as a space. */
export function findSentences(paragraph: string): SentenceRange[] {
  const text = paragraph.replace(/\s/g, ' ');
  const found: SentenceRange[] = [];
  let start = 0;
  let end = 0;
  const add = (): void => {
    const sentence = text.slice(start, end);
    const trimmed = sentence.trim();
    const from = start + sentence.length - sentence.trimStart().length;
    if (trimmed !== '') found.push({ start: from, end: from + trimmed.length });
  };
  for (const { segment, index } of segmenter.segment(text)) {
    if (index > start && !goesOn(text.slice(start, index), segment)) {
      add();
      start = index;
    }
    end = index + segment.length;
  }
  add();
  return found;
}

/** Longest abbreviation with its context on both sides, in UTF-16 units. */
const TAIL_UNITS = 24;

/** Whether the two parts found by the segmenter are one sentence. */
function goesOn(sentence: string, next: string): boolean {
  const tail = sentence.slice(-TAIL_UNITS);
  return TITLE.test(tail) || (BEFORE_NUMBER.test(tail) && NUMBER.test(next));
}
