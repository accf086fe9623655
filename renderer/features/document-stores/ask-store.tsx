import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { StoreQueryResult } from '../../../shared/api/document-store-upserts.ts';
import { countOf, formatElapsed } from '../../../shared/text/format.ts';
import { messageOf } from '../../api/client.ts';
import { askStore } from '../../api/document-stores.ts';
import { useAbortOnLeave } from '../../forms/use-abort-on-leave.ts';
import { hrefOf } from '../../stores/router.ts';
import { ChunkExcerpt } from '../../ui/chunk-excerpt.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

function Answer({ answer }: { readonly answer: StoreQueryResult }) {
  return (
    <>
      <p className="tabular text-secondary text-muted">
        {answer.docs.length === 0 ? 'Nothing fits.' : `${countOf(answer.docs.length, 'passage')}, best first`} ·{' '}
        {formatElapsed(answer.timeTaken)}
      </p>
      <ol aria-label="Passages" className="flex flex-col gap-2">
        {answer.docs.map((passage) => (
          <li key={passage.id}>
            <ChunkExcerpt chunk={passage} aside={`score ${passage.score.toFixed(2)}`} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Asks the store, to see what it finds. */
export function AskStore({ storeId }: { readonly storeId: string }) {
  const [question, setQuestion] = useState('');
  const newSignal = useAbortOnLeave();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (query: string) => askStore(storeId, query, newSignal()),
  });
  function ask(event: FormEvent) {
    event.preventDefault();
    if (question.trim() !== '') mutate(question.trim());
  }
  return (
    <section aria-label="Ask" className="flex flex-col gap-3">
      <form className="flex gap-2" onSubmit={ask}>
        <TextInput
          aria-label="Question"
          placeholder="How long may a book be kept?"
          className="flex-1"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" icon={<Search />} disabled={question.trim() === '' || isPending}>
          {isPending ? 'Searching…' : 'Ask'}
        </Button>
      </form>
      <a
        className="self-start rounded-sm text-secondary text-accent hover:underline"
        href={hrefOf({ page: 'tester', ownerId: storeId })}
      >
        Compare ways to search
      </a>
      <div role="status" className="flex flex-col gap-2">
        {error === null || isPending ? null : <ErrorNotice {...splitMessage(messageOf(error))} />}
        {data === undefined || error !== null ? null : <Answer answer={data} />}
      </div>
    </section>
  );
}
