import { useEffect, useRef } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import type { Passage } from '../../../api/originals.ts';
import { classNames } from '../../../ui/class-names.ts';

type TextPassage = Extract<Passage, { kind: 'text' }>;

export interface TextViewProps {
  readonly name: string;
  readonly passage: TextPassage;
}

interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
  /** Where it begins. */
  readonly at: number;
}

function piecesOf({ text, ranges }: TextPassage): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    pieces.push({ text: text.slice(at, from), isMarked: false, at });
    pieces.push({ text: text.slice(from, to), isMarked: true, at: from });
    at = to;
  }
  pieces.push({ text: text.slice(at), isMarked: false, at });
  return pieces.filter((piece) => piece.text !== '');
}

/** Names of programs and data, whose columns matter. */
const CODE =
  /\.(?:[cm]?[jt]sx?|py|java|kt|go|rs|rb|php|cs|cpp|cc|c|h|hpp|swift|scala|sql|sh|ps1|json|jsonl|ya?ml|toml|ini|xml|css|scss|lua|r)$/i;

/** The text of an original with the passage marked, scrolled to it. */
export function TextView({ name, passage }: TextViewProps) {
  const mark = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another passage is scrolled to, too.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' });
  }, [passage]);
  const pieces = piecesOf(passage);
  const first = pieces.find(({ isMarked }) => isMarked);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
      tabIndex={0}
      aria-label={t('Text of the original')}
      className="min-h-0 flex-1 overflow-auto bg-surface px-6 py-4"
    >
      {passage.isCutBefore ? (
        <p className="pb-3 text-secondary text-muted">{t('The text begins earlier: download it to read all.')}</p>
      ) : null}
      <div
        className={classNames(
          'max-w-180 break-words whitespace-pre-wrap',
          CODE.test(name) ? 'font-mono text-secondary leading-5' : 'leading-6',
        )}
      >
        {pieces.map((piece) =>
          piece.isMarked ? (
            <mark
              key={piece.at}
              ref={piece === first ? mark : undefined}
              className="rounded-sm bg-warning-soft text-ink outline outline-warning/40"
            >
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </div>
      {passage.isCutBehind ? (
        <p className="pt-3 text-secondary text-muted">{t('The text goes on: download it to read all.')}</p>
      ) : null}
    </section>
  );
}
