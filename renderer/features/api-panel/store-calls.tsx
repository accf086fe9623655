import { storeQueryCall, storeRefreshCall, storeUpsertCall } from '../../../shared/snippets/example-calls.ts';
import { t } from '../../../shared/texts/t.ts';
import { hasServerKey } from '../../api/access.ts';
import { CallExamples } from './call-examples.tsx';

/** The calls of a document store. */
export function StoreCalls({ storeId }: { readonly storeId: string }) {
  const store = { id: storeId, needsKey: hasServerKey() };
  return (
    <CallExamples
      choices={[
        {
          title: t('Upsert'),
          help: t('Brings files into the store as a loader of their own, and their chunks into its vector store.'),
          call: storeUpsertCall(store),
        },
        {
          title: t('Refresh'),
          help: t('Reads what the loaders of the store read again, and stores what has changed.'),
          call: storeRefreshCall(store),
        },
        {
          title: t('Query'),
          help: t('Finds the chunks that fit a question best.'),
          call: storeQueryCall(store),
          withQuestion: (question) => storeQueryCall(store, question),
        },
      ]}
    />
  );
}
