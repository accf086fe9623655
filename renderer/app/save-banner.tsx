import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { locale, t } from '../../shared/texts/t.ts';
import { keepChatflow, readChatflow, type SavedChatflow, useCreateChatflow, useFlowNames } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { keepFlowVersion } from '../api/flow-versions.ts';
import { copyName, namesOf } from '../api/new-flow.ts';
import { forgetMine, keepMine, saveNow, takeTheirs } from '../stores/flow/flow-session.ts';
import { fieldsToSave, type SaveState, useFlowStore } from '../stores/flow/flow-store.ts';
import { navigate } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { splitMessage } from '../ui/feedback/error-notice.tsx';
import { showErrorToast } from '../ui/feedback/toast.tsx';

const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });

/** One action at a time; failures are shown. */
function useAction() {
  const [isBusy, setIsBusy] = useState(false);
  function start(action: () => Promise<void>): void {
    setIsBusy(true);
    action()
      .catch((error: unknown) => showErrorToast(messageOf(error)))
      .finally(() => setIsBusy(false));
  }
  return { isBusy, start };
}

/** Saves the flow on the screen as another one, and goes there. */
function useSaveCopy(): () => Promise<void> {
  const { data: chatflows = [] } = useFlowNames();
  const create = useCreateChatflow();
  return async () => {
    const { chatflowId } = useFlowStore.getState();
    const fields = fieldsToSave();
    const copy = await create.mutateAsync({ ...fields, name: copyName(fields.name, namesOf(chatflows)) });
    if (chatflowId === undefined) return;
    await forgetMine(chatflowId);
    // Whoever went on to another flow meanwhile stays there.
    if (useFlowStore.getState().chatflowId === chatflowId) navigate({ page: 'editor', chatflowId: copy.id });
  };
}

function Changed({ theirs }: { readonly theirs: SavedChatflow }) {
  const client = useQueryClient();
  const { isBusy, start } = useAction();
  const saveCopy = useSaveCopy();
  async function keep() {
    await keepFlowVersion(theirs.id, { reason: 'replace' });
    await keepMine(theirs);
  }
  async function take() {
    const latest = await readChatflow(theirs.id);
    await keepChatflow(client, latest);
    await takeTheirs(latest);
  }
  return (
    <Banner
      title={t('This flow was changed outside this window.')}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => start(take)}>
            {t('Take theirs')}
          </Button>
          <Button disabled={isBusy} onClick={() => start(keep)}>
            {t('Keep mine')}
          </Button>
          <Button disabled={isBusy} onClick={() => start(saveCopy)}>
            {t('Save mine as a copy')}
          </Button>
        </>
      }
    >
      {t(
        'Another tab or a script saved it at {time}. Your changes are kept here until you choose. If you keep yours, theirs stays among the versions.',
        { time: clock.format(new Date(theirs.updatedDate)) },
      )}
    </Banner>
  );
}

function Deleted() {
  const { isBusy, start } = useAction();
  const saveCopy = useSaveCopy();
  async function letGo() {
    const { chatflowId } = useFlowStore.getState();
    if (chatflowId === undefined) return;
    await forgetMine(chatflowId);
    if (useFlowStore.getState().chatflowId === chatflowId) navigate({ page: 'flows' });
  }
  return (
    <Banner
      title={t('This flow was deleted outside this window.')}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => start(saveCopy)}>
            {t('Save it as a new flow')}
          </Button>
          <Button disabled={isBusy} onClick={() => start(letGo)}>
            {t('Let it go')}
          </Button>
        </>
      }
    >
      {t('What you see is kept in this browser only.')}
    </Banner>
  );
}

function NotSaved({ message, isKept }: Extract<SaveState, { status: 'error' }>) {
  return (
    <Banner
      title={t('Your changes are not saved yet.')}
      actions={<Button onClick={() => void saveNow()}>{t('Save now')}</Button>}
    >
      {splitMessage(message).whatHappened}{' '}
      {isKept
        ? t('They are kept in this browser, and saved as soon as that works.')
        : t('This browser cannot keep them: leave this page open until they are saved.')}
    </Banner>
  );
}

/** What stands between the flow on the screen and the server; nothing while all is well. */
export function SaveBanner() {
  const save = useFlowStore((state) => state.save);
  if (save.status === 'error') return <NotSaved {...save} />;
  if (save.status !== 'conflict') return null;
  return save.theirs === undefined ? <Deleted /> : <Changed theirs={save.theirs} />;
}
