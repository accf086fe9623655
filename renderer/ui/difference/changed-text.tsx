/** A stretch of two texts: in both, only in the later one, or only in the earlier one. */
export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Words, runs of spaces, and signs one by one. */
const TOKEN = /\p{L}[\p{L}\p{M}\p{N}_'’-]*|\p{N}+|\s+|./gsu;

/** Texts that differ in more words than this are shown as one whole in place of the other: nobody reads such a difference word by word. */
const MOST_EDITS = 600;

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** For each number of edits, how far each diagonal has come. */
type Trace = readonly Int32Array[];

function furthest(trace: Int32Array, edits: number, diagonal: number): number {
  return trace[diagonal + edits] ?? -1;
}

/** Where a step begins: one token of `before` left out, or one of `after` put in. */
function stepFrom(previous: Int32Array, edits: number, diagonal: number): { diagonal: number; isRemoval: boolean } {
  const down = diagonal === edits ? -1 : furthest(previous, edits - 1, diagonal + 1);
  const right = diagonal === -edits ? -1 : furthest(previous, edits - 1, diagonal - 1);
  const isRemoval = diagonal !== -edits && (diagonal === edits || right >= down);
  return { diagonal: diagonal + (isRemoval ? -1 : 1), isRemoval };
}

/** Myers' algorithm: the fewest edits. @returns undefined when that are too many */
function traceOf(before: readonly string[], after: readonly string[]): Trace | undefined {
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= Math.min(MOST_EDITS, before.length + after.length); edits += 1) {
    const reached = new Int32Array(2 * edits + 1).fill(-1);
    trace.push(reached);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = 0;
      const previous = trace[edits - 1];
      if (previous !== undefined) {
        const step = stepFrom(previous, edits, diagonal);
        x = furthest(previous, edits - 1, step.diagonal) + (step.isRemoval ? 1 : 0);
      }
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      reached[diagonal + edits] = x;
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

/** The pieces of a trace, from the last to the first. */
function walkBack(before: readonly string[], after: readonly string[], trace: Trace): DiffPiece[] {
  const pieces: DiffPiece[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const previous = trace[edits - 1] ?? new Int32Array();
    const { diagonal, isRemoval } = stepFrom(previous, edits, x - y);
    const fromX = furthest(previous, edits - 1, diagonal);
    const startX = fromX + (isRemoval ? 1 : 0);
    for (; x > startX; x -= 1, y -= 1) pieces.push({ kind: 'same', text: before[x - 1] ?? '' });
    if (isRemoval) pieces.push({ kind: 'removed', text: before[x - 1] ?? '' });
    else pieces.push({ kind: 'added', text: after[y - 1] ?? '' });
    x = fromX;
    y = fromX - diagonal;
  }
  for (; x > 0; x -= 1) pieces.push({ kind: 'same', text: before[x - 1] ?? '' });
  return pieces;
}

/** Neighbouring edits as one removal and one addition; a single space between two of them belongs to both. */
function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  let removed = '';
  let added = '';
  let spaces = '';
  const isOpen = () => removed !== '' || added !== '';
  const push = (kind: DiffPiece['kind'], text: string) => {
    const last = result.at(-1);
    if (text === '') return;
    if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + text };
    else result.push({ kind, text });
  };
  const close = () => {
    const shared = /\s*$/.exec(removed)?.[0] ?? '';
    const tail = added !== '' && removed.trim() !== '' && added.endsWith(shared) ? shared : '';
    push('removed', removed.slice(0, removed.length - tail.length));
    push('added', added.slice(0, added.length - tail.length));
    push('same', tail + spaces);
    removed = '';
    added = '';
    spaces = '';
  };
  for (const { kind, text } of pieces) {
    if (kind === 'same') {
      if (isOpen() && spaces === '' && text.trim() === '') spaces = text;
      else {
        close();
        push('same', text);
      }
      continue;
    }
    // Where one side has words only, the space is no part of the change.
    const isBridge = spaces !== '' && (kind === 'removed' ? added : removed).trim() !== '';
    if (spaces !== '' && !isBridge) close();
    removed += spaces + (kind === 'removed' ? text : '');
    added += spaces + (kind === 'added' ? text : '');
    spaces = '';
  }
  close();
  return result;
}

/**
 * Compares two texts word by word, in the order to be read: what went is before what came in its place. Texts that have little in common come as one removal and
 * one addition.
 */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const trace = traceOf(old, now);
  if (trace !== undefined) return joined(walkBack(old, now, trace).reverse());
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

/** Characters of what stays that are shown on each side of a change. */
const CONTEXT = 120;

/** What stays, cut to what is next to a change. */
function shorten(text: string, isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (text.length <= head + tail + CONTEXT) return text;
  const start = text.slice(0, head);
  const end = tail === 0 ? '' : text.slice(-tail);
  return `${start} … ${end}`;
}

/** A text in its new words, with the old ones struck out where they were. */
export function ChangedText({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = diffWords(before, after);
  return (
    <p className="font-mono text-secondary leading-5 break-words whitespace-pre-wrap">
      {pieces.map(({ kind, text }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
        if (kind === 'removed') {
          return (
            <del key={index} className="rounded-sm bg-danger-soft text-danger">
              {text}
            </del>
          );
        }
        if (kind === 'added') {
          return (
            <ins
              key={index}
              className="rounded-sm bg-success-soft text-success no-underline outline outline-success/30"
            >
              {text}
            </ins>
          );
        }
        return <span key={index}>{shorten(text, index === 0, index === pieces.length - 1)}</span>;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </p>
  );
}
