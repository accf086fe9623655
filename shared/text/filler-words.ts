/**
 * English words that occur in almost every text, above all in questions. In a collection of a few chunks BM25 can't tell that they carry no meaning
 * ("what" may be in one chunk of ten), so they would outweigh the important words.
 */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be been before being but by can could did do does doing for from get had has have ' +
    'having he her here him his how i if in into is it its itself just me my no not of off on or our out over own shall she should so ' +
    'some such than that the their them then there these they this those through to too under until up us very was we were what when ' +
    'where which while who whom whose why will with would you your'
  ).split(' '),
);

/** Whether a lower-case word carries no meaning for a search. English only. */
export function isFillerWord(word: string): boolean {
  return FILLERS.has(word);
}
