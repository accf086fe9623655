import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { ErrorNotice, splitMessage } from './error-notice.tsx';

/** What a result of react-query says of itself. */
interface QueryResult<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export interface QueryStateProps<Data> {
  readonly query: QueryResult<Data>;
  /** "Loading flows…" */
  readonly loading: string;
  readonly children: (data: Data) => ReactNode;
}

/** What the server answered; until then that it loads, and when it fails why, with a button to try again. */
export function QueryState<Data>({ query, loading, children }: QueryStateProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) {
    return (
      <p role="status" className="text-muted">
        {loading}
      </p>
    );
  }
  const { whatHappened, whatToDo } = splitMessage(error.message);
  return (
    <ErrorNotice
      whatHappened={whatHappened}
      whatToDo={whatToDo}
      action={{ label: t('Try again'), onClick: () => void refetch() }}
    />
  );
}
