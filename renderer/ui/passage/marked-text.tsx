import { Fragment, type ReactNode } from 'react';
import type { ReadableText, TextRange } from './join-lines.ts';
import { markWords } from './mark-words.ts';

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return markWords(text, query).map((piece, index) =>
    piece.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order.
      <mark key={index} className="rounded-sm bg-warning-soft text-ink outline outline-warning/30">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}

interface Part extends TextRange {
  readonly isFixed: boolean;
}

/** Prose by paragraphs. */
function paragraphsOf(text: string, { from, to }: TextRange): readonly Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const paragraph of text.slice(from, to).split('\n\n')) {
    const end = at + paragraph.length;
    if (paragraph.trim() !== '') parts.push({ from: at, to: end, isFixed: false });
    at = end + 2;
  }
  return parts;
}

/** The part of a text that is shown, cut where a paragraph ends, and where prose ends and code or a table begins. */
function partsOf({ text, fixed }: ReadableText, { from, to }: TextRange): readonly Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const range of fixed) {
    if (range.to <= at || range.from >= to) continue;
    if (range.from > at) parts.push(...paragraphsOf(text, { from: at, to: range.from }));
    at = Math.min(range.to, to);
    parts.push({ from: Math.max(range.from, from), to: at, isFixed: true });
  }
  return [...parts, ...paragraphsOf(text, { from: at, to })];
}

export interface MarkedTextProps {
  readonly id: string;
  readonly readable: ReadableText;
  /** What of it is shown. */
  readonly shown: TextRange;
  /** Its words are marked. */
  readonly query: string;
}

/** A text in the type of prose, its code and tables in that of code, with the words of a question marked. */
export function MarkedText({ id, readable, shown, query }: MarkedTextProps) {
  const { text } = readable;
  const parts = partsOf(readable, shown);
  return (
    <div id={id} className="flex flex-col gap-2 leading-[1.6] break-words whitespace-pre-wrap">
      {parts.map(({ from, to, isFixed }, index) => {
        const before: ReactNode = index === 0 && shown.from > 0 ? '… ' : null;
        const after: ReactNode = index === parts.length - 1 && shown.to < text.length ? ' …' : null;
        const piece = text.slice(from, to);
        return (
          <Fragment key={from}>
            {isFixed ? (
              <pre className="overflow-x-auto rounded-control bg-sunken p-2 font-mono text-secondary leading-5 whitespace-pre">
                {before}
                <Marked text={piece} query={query} />
                {after}
              </pre>
            ) : (
              // Of a language that is written from right to left, too.
              <p dir="auto">
                {before}
                <Marked text={piece} query={query} />
                {after}
              </p>
            )}
          </Fragment>
        );
      })}
    </div>
  );
}
