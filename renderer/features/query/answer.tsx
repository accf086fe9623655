import { FileSearch, LoaderCircle, SearchX, Upload } from 'lucide-react';
import type { VectorQueryResult } from '../../../shared/api/vector.ts';
import { countOf } from '../../../shared/text/format.ts';
import { closeQuery, openUpsert } from '../../stores/editor-layout-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { Passage } from './passage.tsx';
import type { QueryState } from './query-session.ts';

const milliseconds = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

function NothingUpserted() {
  return (
    <EmptyState
      icon={<Upload aria-hidden="true" />}
      title="Nothing to search yet"
      action={
        <Button
          onClick={() => {
            closeQuery();
            openUpsert();
          }}
        >
          Upsert documents
        </Button>
      }
    >
      The vector store of this flow is empty. Upsert a document, then ask again.
    </EmptyState>
  );
}

/** What the answer may lack, in quiet sentences. */
function Limits({ result }: { readonly result: VectorQueryResult }) {
  const { queryTruncated, keywordIndexBehind } = result;
  if (queryTruncated === undefined && keywordIndexBehind === undefined) return null;
  return (
    <p className="px-1 text-secondary text-muted">
      {queryTruncated === undefined ? null : 'Only the beginning of the question was looked for: it is very long. '}
      {keywordIndexBehind === undefined
        ? null
        : `The search by words has not read the last ${countOf(keywordIndexBehind, 'change')} yet: ask again in a moment.`}
    </p>
  );
}

interface AnsweredProps {
  readonly chatflowId: string;
  readonly state: Extract<QueryState, { step: 'answered' }>;
}

function Answered({ chatflowId, state }: AnsweredProps) {
  const { docs, timeTaken } = state.result;
  // By meaning some chunk is always the nearest, so nothing at all means that there is none.
  if (docs.length === 0 && state.mode !== 'keyword') return <NothingUpserted />;
  if (docs.length === 0) {
    return (
      <>
        <Limits result={state.result} />
        <EmptyState icon={<SearchX aria-hidden="true" />} title="Nothing found">
          No passage has these words. Try others, or search by meaning.
        </EmptyState>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular px-1 text-secondary text-muted">
        {docs.length === 1 ? '1 passage' : `${docs.length} passages`} in {milliseconds.format(Math.max(1, timeTaken))}{' '}
        ms
      </p>
      <Limits result={state.result} />
      <ol aria-label="Passages found" className="flex flex-col gap-2">
        {docs.map((doc) => (
          <Passage key={doc.id} chatflowId={chatflowId} doc={doc} query={state.query} />
        ))}
      </ol>
    </div>
  );
}

export interface AnswerProps {
  readonly chatflowId: string;
  readonly state: QueryState;
  readonly onRetry: () => void;
}

/** What the question brought, or why there is nothing. */
export function Answer({ chatflowId, state, onRetry }: AnswerProps) {
  if (state.step === 'querying') {
    return (
      <p className="flex items-center gap-2 px-1 text-muted">
        <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
        Searching
      </p>
    );
  }
  if (state.step === 'failed') {
    return <ErrorNotice {...splitMessage(state.message)} action={{ label: 'Try again', onClick: onRetry }} />;
  }
  if (state.step === 'answered') return <Answered chatflowId={chatflowId} state={state} />;
  return (
    <EmptyState icon={<FileSearch aria-hidden="true" />} title="Ask your documents">
      The passages that answer best will be here, with the place where they stand.
    </EmptyState>
  );
}
