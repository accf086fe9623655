import { diffWords } from './word-diff.ts';

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
