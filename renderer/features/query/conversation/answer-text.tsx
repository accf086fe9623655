import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { QueryTarget } from '../query-target.ts';
import { CitationChip, useOpenCited } from './citation.tsx';
import { partAtCitations } from './cited-text.ts';
import { openAt, wholeSentences } from './sentences.ts';
import type { Turn } from './turn.ts';

const AnswerMarkdown = lazy(async () => ({ default: (await import('./answer-markdown.tsx')).AnswerMarkdown }));

interface AnswerTextProps {
  readonly target: QueryTarget;
  readonly turn: Turn;
  /** Whether it is Markdown, as models write. */
  readonly isMarkdown: boolean;
  /** Screen readers hear it as it comes. */
  readonly isHeard: boolean;
}

/** So long screen readers can take to say the last sentences. Milliseconds. */
const LAST_WORDS_MS = 10_000;

/** What of an answer screen readers say by themselves: sentences, each once and when it is whole. It goes when all is said, as the answer can be read then. */
function Heard({ turn }: Pick<AnswerTextProps, 'turn'>) {
  const isComing = turn.state.step === 'answering';
  const [isSaid, setIsSaid] = useState(!isComing);
  useEffect(() => {
    if (isComing) return undefined;
    const timer = setTimeout(() => setIsSaid(true), LAST_WORDS_MS);
    return () => clearTimeout(timer);
  }, [isComing]);
  return (
    <div aria-live="polite" className="sr-only">
      {(isSaid ? [] : wholeSentences(turn)).map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of an answer never change their order.
        <p key={index}>{sentence}</p>
      ))}
    </div>
  );
}

/** The answer with its citations; the sentence that is not checked yet is muted. */
export function AnswerText({ target, turn, isMarkdown, isHeard }: AnswerTextProps) {
  const open = useOpenCited(target);
  const end = openAt(turn);
  const pieces = partAtCitations({ text: turn.text.slice(0, end), citations: turn.citations });
  const openText = turn.text.slice(end);
  const cited = pieces.flatMap(({ citations }) => citations);
  const chipOf = (index: number): ReactNode => {
    const citation = cited[index];
    const passage = turn.passages[citation?.sourceIndex ?? -1];
    if (citation === undefined || passage === undefined) return null;
    return <CitationChip key={index} citation={citation} passage={passage} onOpen={() => open(passage, citation)} />;
  };
  let next = 0;
  const plain = (
    <p className="whitespace-pre-line">
      {pieces.map(({ text, citations }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an answer never change their order.
        <span key={index}>
          {text}
          {citations.map(() => chipOf(next++))}
        </span>
      ))}
      <span className="text-muted">{openText}</span>
    </p>
  );
  return (
    <>
      <div dir="auto" className="flex flex-col gap-2 leading-6 break-words">
        {isMarkdown ? (
          <Suspense fallback={plain}>
            <AnswerMarkdown pieces={pieces} openText={openText} chipOf={chipOf} />
          </Suspense>
        ) : (
          plain
        )}
      </div>
      {isHeard ? <Heard turn={turn} /> : null}
    </>
  );
}
