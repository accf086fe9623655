import { CircleHelp, EqualApproximately, FileSearch, Quote } from 'lucide-react';
import type { AnswerCitation, FoundPassage } from '../../../../shared/api/predictions.ts';
import { t } from '../../../../shared/texts/t.ts';
import { showInOriginal } from '../../../stores/shown-chunk.ts';
import { useOpenPassage } from '../../../stores/use-open-passage.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Tooltip } from '../../../ui/controls/tooltip.tsx';
import type { QueryTarget } from '../query-target.ts';
import { quoteOf, sourceWords, VERDICT_WORDS } from './cited-text.ts';

const looks = {
  quoted: { Shape: Quote, ink: 'text-success', chip: 'border-success/40 bg-success-soft text-success' },
  similar: { Shape: EqualApproximately, ink: 'text-warning', chip: 'border-warning/40 bg-warning-soft text-warning' },
  notFound: { Shape: CircleHelp, ink: 'text-danger', chip: 'border-danger/40 bg-danger-soft text-danger' },
} as const satisfies Readonly<Record<AnswerCitation['verdict'], object>>;

/** How far the passage holds what the answer says: a shape and a word. */
function VerdictWord({ verdict }: Pick<AnswerCitation, 'verdict'>) {
  const { Shape, ink } = looks[verdict];
  return (
    <span className={classNames('inline-flex shrink-0 items-center gap-1 text-secondary', ink)}>
      <Shape aria-hidden="true" className="size-3.5" />
      {VERDICT_WORDS[verdict]}
    </span>
  );
}

/** Opens the original with the sentence marked that is cited, or all of the passage; what has no file, among the contents. */
export function useOpenCited({ id, nodeId }: QueryTarget) {
  const open = useOpenPassage({ ownerId: id, nodeId });
  return (passage: FoundPassage, citation?: AnswerCitation): void => {
    const { metadata, pageContent: text } = passage;
    const { source } = metadata;
    if (typeof source !== 'string' || source === '') {
      void open(passage);
      return;
    }
    // What is not found is no part of the passage.
    const part = citation === undefined ? undefined : (citation.place ?? { start: 0, end: 0 });
    showInOriginal({ ownerId: id, source }, { text, part, metadata });
  };
}

interface CitedProps {
  readonly citation: AnswerCitation;
  readonly passage: FoundPassage;
  readonly onOpen: () => void;
}

/** What the passage says, and where: on hover and focus. */
function CitedWords({ citation, passage }: Omit<CitedProps, 'onOpen'>) {
  const quote = quoteOf(citation, passage);
  return (
    <span className="flex flex-col gap-1 py-0.5">
      {quote === undefined ? (
        <span>{t('The passage does not say this.')}</span>
      ) : (
        <span dir="auto" className="line-clamp-6 break-words">
          “{quote}”
        </span>
      )}
      <span className="break-words text-muted">{sourceWords(passage)}</span>
      <VerdictWord verdict={citation.verdict} />
    </span>
  );
}

/** The number of a citation in an answer. */
export function CitationChip({ citation, passage, onOpen }: CitedProps) {
  const { number, verdict } = citation;
  const { Shape, chip } = looks[verdict];
  const label = t('[{number}] {verdict}: {source}', {
    number,
    verdict: VERDICT_WORDS[verdict],
    source: sourceWords(passage),
  });
  return (
    <Tooltip label={<CitedWords citation={citation} passage={passage} />} side="top">
      <button
        type="button"
        data-citation=""
        aria-label={label}
        className={classNames(
          'tabular ml-1 inline-flex h-5 items-center gap-0.5 rounded-sm border px-1 align-text-bottom text-[11px] leading-none font-medium hover:brightness-95',
          chip,
        )}
        onClick={onOpen}
      >
        <Shape aria-hidden="true" className="size-3" />[{number}]
      </button>
    </Tooltip>
  );
}

interface UsedSourcesProps {
  readonly citations: readonly AnswerCitation[];
  readonly passages: readonly FoundPassage[];
  readonly onOpen: (passage: FoundPassage, citation: AnswerCitation) => void;
}

/** The passages that an answer cites, by their numbers. */
export function UsedSources({ citations, passages, onOpen }: UsedSourcesProps) {
  const numbers = [...new Set(citations.map(({ number }) => number))];
  if (numbers.length === 0) return null;
  return (
    <section className="mt-1">
      <h4 className="text-secondary font-medium text-muted">{t('Sources used')}</h4>
      <ul aria-label={t('Sources used')} className="flex flex-col">
        {numbers.map((number) => {
          const own = citations.filter((citation) => citation.number === number);
          const [citation] = own;
          const passage = passages[citation?.sourceIndex ?? -1];
          if (citation === undefined || passage === undefined) return null;
          return (
            <li key={number} className="flex items-center gap-2 text-secondary">
              <span className="tabular shrink-0 text-muted">[{number}]</span>
              <span className="min-w-0 flex-1 break-words">{sourceWords(passage)}</span>
              {[...new Set(own.map(({ verdict }) => verdict))].map((verdict) => (
                <VerdictWord key={verdict} verdict={verdict} />
              ))}
              <IconButton
                label={t('Show [{number}] in the original', { number })}
                icon={<FileSearch />}
                onClick={() => onOpen(passage, citation)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
