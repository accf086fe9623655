import type { AnswerCitation, FoundPassage } from '../../../shared/api/predictions.ts';

/** What a stored answer has of its passages. */
export interface StoredAnswer {
  readonly content: string;
  readonly passages: readonly FoundPassage[];
  readonly citations: readonly AnswerCitation[];
}

/** In place of a sentence: of no language. */
const GONE = '…';
/** A mark of a citation. */
const MARK = /\[{1,2}\^?\d[\d\s,;–-]*\]{1,2}\??|\[\d+\?\]|【\d[\d\s,–-]*】/g;
const IN_WORD = /[\p{L}\p{N}]/u;

interface Letters {
  readonly text: string;
  /** Where each of them stands. */
  readonly places: readonly number[];
}

/** Letters and digits of a text, but those of its marks: what is left of a sentence however it is set. */
function lettersOf(text: string): Letters {
  const plain = text.replaceAll(MARK, (mark) => ' '.repeat(mark.length));
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const character of plain) {
    if (IN_WORD.test(character)) {
      const small = character.toLowerCase();
      letters += small;
      for (let unit = 0; unit < small.length; unit += 1) places.push(at);
    }
    at += character.length;
  }
  return { text: letters, places };
}

/** A text without a sentence, wherever it stands. undefined: it is nowhere. */
function withoutSentence(content: string, sentence: string): string | undefined {
  const wanted = lettersOf(sentence).text;
  if (wanted === '') return undefined;
  const { text, places } = lettersOf(content);
  let left = '';
  let last = 0;
  let from = text.indexOf(wanted);
  if (from === -1) return undefined;
  for (; from !== -1; from = text.indexOf(wanted, from + wanted.length)) {
    const [start = 0, end = 0] = [places[from], places[from + wanted.length - 1]];
    const inside = content.slice(start, end).match(MARK) ?? [];
    const stop = /^.[^\s[【]*/u.exec(content.slice(end))?.[0].length ?? 1;
    left += content.slice(last, start) + [GONE, ...inside].join(' ');
    last = end + stop;
  }
  return left + content.slice(last);
}

function emptyPassage(passage: FoundPassage): FoundPassage {
  const { source } = passage.metadata;
  return { ...passage, pageContent: '', metadata: source === undefined ? {} : { source }, isDeleted: true };
}

/**
 * A stored answer without the text of some of its passages. Names and numbers stay. A sentence that they alone support, quoted or similar, is replaced by "…",
 * whether a model wrote it or not; what none of the passages says stays.
 * @param isGone whether a passage is to be emptied
 */
export function forgetPassages(answer: StoredAnswer, isGone: (passage: FoundPassage) => boolean): StoredAnswer {
  const gone = new Set(answer.passages.flatMap((passage, index) => (isGone(passage) ? [index] : [])));
  const supported = answer.citations.filter(({ verdict }) => verdict !== 'notFound');
  const held = new Set(supported.filter(({ sourceIndex }) => !gone.has(sourceIndex)).map(({ sentence }) => sentence));
  let { content } = answer;
  for (const { sentence, sourceIndex } of supported) {
    if (!gone.has(sourceIndex) || sentence === '' || held.has(sentence)) continue;
    // A sentence is nowhere when it went with another citation of it.
    content = withoutSentence(content, sentence) ?? content;
  }
  return {
    content,
    passages: answer.passages.map((passage, index) => (gone.has(index) ? emptyPassage(passage) : passage)),
    citations: answer.citations.map((citation) => {
      if (!gone.has(citation.sourceIndex)) return citation;
      const { number, sourceIndex, verdict } = citation;
      return { number, sourceIndex, verdict, sentence: '' };
    }),
  };
}
