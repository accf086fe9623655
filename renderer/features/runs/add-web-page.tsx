import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/client/api-error.ts';
import { isNeverAllowed } from '../../../shared/net/address-kind.ts';
import { t } from '../../../shared/texts/t.ts';
import { messageOf } from '../../api/client.ts';
import { fetchWebFile } from '../../api/web-files.ts';
import type { PickedFile } from '../../forms/picked-files.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { TextInput } from '../../ui/controls/inputs.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';

export interface AddWebPageProps {
  /** What was pasted. */
  readonly address: string;
  readonly onAdd: (file: PickedFile) => void;
  readonly onCancel: () => void;
}

type Step = { readonly step: 'idle' | 'fetching' } | { readonly step: 'failed'; readonly error: unknown };

/** Most people leave out what every address begins with. */
function completed(address: string): string {
  const trimmed = address.trim();
  return /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

function useFetching(onAdd: AddWebPageProps['onAdd']) {
  const [state, setState] = useState<Step>({ step: 'idle' });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  async function start(address: string, allowLocalNetwork: boolean): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setState({ step: 'fetching' });
    try {
      onAdd(await fetchWebFile(completed(address), allowLocalNetwork, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'failed', error });
    }
  }
  return { state, start };
}

/** A page or a file of the web becomes a file of the upsert. */
export function AddWebPage({ address: pasted, onAdd, onCancel }: AddWebPageProps) {
  const [address, setAddress] = useState(pasted);
  const { state, start } = useFetching(onAdd);
  const isFetching = state.step === 'fetching';
  function submit(event: FormEvent) {
    event.preventDefault();
    void start(address, false);
  }
  const { error } = state.step === 'failed' ? state : { error: undefined };
  const isLocal =
    error instanceof ApiError && error.code === 'ADDRESS_REFUSED' && !isNeverAllowed(error.details?.addressKind);
  return (
    <form aria-label={t('Add from the web')} className="flex shrink-0 flex-col gap-2" onSubmit={submit}>
      <Field label={t('Address')} help={t('Of a page or a file. It is read once, now.')}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            type="text"
            inputMode="url"
            placeholder="https://example.com/handbook.pdf"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      {state.step !== 'failed' ? null : (
        <ErrorNotice
          {...splitMessage(messageOf(error))}
          {...(isLocal ? { action: { label: t('Read it anyway'), onClick: () => void start(address, true) } } : {})}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" disabled={isFetching || address.trim() === ''}>
          {isFetching ? t('Reading') : t('Add the page')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
