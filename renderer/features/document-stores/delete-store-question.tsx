import { useState } from 'react';
import type { DocumentStore } from '../../../shared/api/document-stores.ts';
import { isRemoteNode } from '../../../shared/flow/remote-stores.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { joinWords } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import { usePutIntoBin, useRestoreFromBin } from '../../api/bin.ts';
import { messageOf } from '../../api/client.ts';
import { useDeleteStore, useDocumentStore } from '../../api/document-stores.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { showErrorToast, showToast } from '../../ui/feedback/toast.tsx';
import { isBusy } from './store-words.ts';

/** Labels of the places outside of this machine's data folder where a store keeps something. */
function remotePlaces(store: DocumentStore): readonly string[] {
  return [store.vectorStoreConfig, store.recordManagerConfig].flatMap((part) =>
    part !== null && isRemoteNode(part.name) ? [findNodeDefinition(part.name)?.label ?? part.name] : [],
  );
}

function Words({ store, isForGood }: { readonly store: DocumentStore; readonly isForGood: boolean }) {
  const files = store.loaders.reduce((sum, loader) => sum + loader.files.length, 0);
  const { length: loaders } = store.loaders;
  const { totalChunks: chunks } = store;
  const places = remotePlaces(store);
  return (
    <>
      <span className="block">
        {isBusy(store.status) ? `${t('The upsert that is running is cancelled.')} ` : ''}
        {files === 0
          ? t(
              '{loaders, plural, one {# loader} other {# loaders}} and {chunks, plural, one {# chunk with its vector} other {# chunks with their vectors}} go. What they came from stays where it is.',
              { loaders, chunks },
            )
          : t(
              '{loaders, plural, one {# loader} other {# loaders}}, {files, plural, one {# kept file} other {# kept files}} and {chunks, plural, one {# chunk with its vector} other {# chunks with their vectors}} go. The files that they came from stay where they are on your disk.',
              { loaders, files, chunks },
            )}{' '}
        {isForGood ? t('This cannot be undone.') : t('For 7 days all of it can be brought back.')}
      </span>
      {store.whereUsed.length === 0 ? null : (
        <span className="mt-2 block">
          {t(
            '{count, plural, one {{names} uses it and will find nothing.} other {{names} use it and will find nothing.}}',
            {
              count: store.whereUsed.length,
              names: store.whereUsed.map(({ name }) => t('“{name}”', { name })).join(', '),
            },
          )}
        </span>
      )}
      {places.length === 0 ? null : (
        <span className="mt-2 block">
          {t('What is in {places} stays there, unless you choose to delete it below.', {
            places: joinWords(places),
          })}
        </span>
      )}
      {isForGood ? <span className="mt-2 block">{t('Backups of the database hold it for up to 30 days.')}</span> : null}
    </>
  );
}

export interface DeleteStoreQuestionProps {
  readonly storeId: string;
  readonly onClose: () => void;
  readonly onDeleted?: (() => void) | undefined;
}

/** Deletes, and offers to bring back what lies in the bin. All of it goes on when the question is closed. */
function useDeletion({ storeId, onClose, onDeleted }: DeleteStoreQuestionProps) {
  const { mutateAsync: remove } = useDeleteStore();
  const { mutateAsync: putIntoBin } = usePutIntoBin();
  const { mutateAsync: restore } = useRestoreFromBin();
  const tell = (error: unknown) => showErrorToast(messageOf(error));
  const bringBack = { label: t('Bring back'), onClick: () => void restore(storeId).catch(tell) };
  return (name: string, choices: { readonly reachesRemote: boolean; readonly isForGood: boolean }) => {
    const { isForGood, reachesRemote } = choices;
    onClose();
    const removing = isForGood
      ? remove({ id: storeId, reachesRemote })
      : putIntoBin({ id: storeId, kind: 'documentStore', reachesRemote });
    removing
      .then(() => {
        showToast(t('“{name}” was deleted.', { name }), isForGood ? undefined : bringBack);
        onDeleted?.();
      })
      .catch(tell);
  };
}

/** Asks before a store is deleted, says what goes and what stays, and deletes it. */
export function DeleteStoreQuestion(props: DeleteStoreQuestionProps) {
  const { data: store } = useDocumentStore(props.storeId);
  const remove = useDeletion(props);
  const [reachesRemote, setReachesRemote] = useState(false);
  const [isForGood, setIsForGood] = useState(false);
  if (store === undefined) return null;
  const places = remotePlaces(store);
  return (
    <ConfirmDialog
      isOpen
      title={t('Delete “{name}”?', { name: store.name })}
      confirmLabel={t('Delete store')}
      onConfirm={() => remove(store.name, { reachesRemote, isForGood })}
      onCancel={props.onClose}
      choice={
        <div className="mt-3 flex flex-col gap-3">
          {places.length === 0 ? null : (
            <Checkbox
              label={t('Also delete what this store put into {places}', { places: joinWords(places) })}
              checked={reachesRemote}
              onChange={setReachesRemote}
            />
          )}
          <Checkbox label={t('Delete it for good now')} checked={isForGood} onChange={setIsForGood} />
        </div>
      }
    >
      <Words store={store} isForGood={isForGood} />
    </ConfirmDialog>
  );
}
