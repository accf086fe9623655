import type { AnswerDetails } from '../../../../shared/api/predictions.ts';
import { formatCount, formatElapsed } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';

/** "qwen3:4b at localhost:11434 · 1,240 tokens in, 38 out · 2.3 s": what made the answer; undefined where no model did. */
function detailWords({ model, address, inputTokens, outputTokens, ms }: AnswerDetails): string | undefined {
  if (model === undefined) return undefined;
  const host = address === undefined ? undefined : (URL.parse(address)?.host ?? address);
  const tokens = [
    inputTokens === undefined ? [] : t('{count} tokens in', { count: formatCount(inputTokens) }),
    outputTokens === undefined ? [] : t('{count} tokens out', { count: formatCount(outputTokens) }),
  ].flat();
  const where = host === undefined ? model : t('{model} at {host}', { model, host });
  return [where, ...tokens, formatElapsed(ms)].join(' · ');
}

/** How an answer was made, in quiet lines. */
export function AnswerMade({ details }: { readonly details: AnswerDetails | undefined }) {
  if (details === undefined) return null;
  const { rewritten, leftOut = 0, isContextCut } = details;
  const lines = [
    rewritten === undefined ? undefined : t('Also searched for: {question}', { question: rewritten }),
    leftOut === 0
      ? undefined
      : t('{count, plural, one {# passage} other {# passages}} did not fit into what the model reads.', {
          count: leftOut,
        }),
    isContextCut === true
      ? t('The service read less than it was sent: the beginning is missing. Choose a larger context in the model.')
      : undefined,
    detailWords(details),
  ].filter((line) => line !== undefined);
  if (lines.length === 0) return null;
  return (
    <div className="tabular flex flex-col gap-0.5 text-secondary break-words text-muted">
      {lines.map((line) => (
        <p key={line} dir="auto">
          {line}
        </p>
      ))}
    </div>
  );
}
