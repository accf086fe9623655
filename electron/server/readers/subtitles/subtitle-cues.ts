/** A spoken text with its start and end, in seconds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  /** On one line; empty if it is only an effect. */
  readonly text: string;
}

const TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);

/** Speaker tags stay; other tags, and effects in braces, are removed. */
const VOICE = /<v(?:\.[^\s>]*)?\s+([^>]+)>/g;
const TAG = /<\/?[a-z\d][^>]*>|\{\\[^}]*\}/gi;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', ' '],
  ['&lrm;', ''],
  ['&rlm;', ''],
]);

/** The cues of SubRip or WebVTT. Lines outside cues (numbers, notes, styles) are left out. */
export async function* readCues(lines: AsyncIterable<string>): AsyncGenerator<Cue> {
  let times: { readonly from: number; readonly to: number } | undefined;
  let said: string[] = [];
  let before: readonly string[] = [];
  const finish = (): Cue | undefined => {
    if (times === undefined) return undefined;
    // Live captions scroll: each cue repeats the last line of the previous one. A cue with a single line may really be said twice.
    const isScrolled = (said.length > 1 || before.length > 1) && said[0] === before.at(-1);
    const cue = { ...times, text: said.slice(isScrolled ? 1 : 0).join(' ') };
    if (said.length > 0) before = said;
    times = undefined;
    said = [];
    return cue;
  };
  for await (const line of lines) {
    const found = timesOf(line);
    if (found !== undefined || line.trim() === '') {
      const cue = finish();
      if (cue !== undefined) yield cue;
      times = found;
    } else if (times !== undefined) {
      const text = textOf(line);
      if (text !== '') said.push(text);
    }
  }
  const last = finish();
  if (last !== undefined) yield last;
}

function timesOf(line: string): { from: number; to: number } | undefined {
  const match = line.includes('-->') ? TIMES.exec(line) : null;
  if (match === null) return undefined;
  return { from: seconds(match.slice(1, 5)), to: seconds(match.slice(5, 9)) };
}

function seconds([hours = '0', minutes = '0', whole = '0', fraction = '0']: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(`0.${fraction}`);
}

function textOf(line: string): string {
  const bare = line.replace(VOICE, '$1: ').replace(TAG, '');
  return bare
    .replace(/&[a-z]+;/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
