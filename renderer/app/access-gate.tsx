import { KeyRound, Link2 } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../../shared/texts/t.ts';
import { type AccessQuestion, SERVER, useAccessStore } from '../api/access.ts';
import { useFlowStore } from '../stores/flow/flow-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { Field } from '../ui/controls/field.tsx';
import { TextInput } from '../ui/controls/inputs.tsx';

function Screen({
  icon,
  title,
  text,
  isWhole,
  onClose,
  children,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: ReactNode;
  /** Nothing of the app can be shown until this is done. */
  readonly isWhole: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={isWhole ? 'fixed inset-0 z-50 bg-canvas' : 'fixed inset-0 z-50 bg-scrim'} />
        <Dialog.Content className="fixed top-1/2 left-1/2 z-50 flex w-100 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col gap-4 rounded-card border border-border bg-raised p-6 shadow-float">
          <div className="flex flex-col gap-2">
            <span className="flex size-9 items-center justify-center rounded-card bg-accent-soft text-accent [&_svg]:size-5">
              {icon}
            </span>
            <Dialog.Title className="mt-1 text-section font-semibold">{title}</Dialog.Title>
            <Dialog.Description className="text-muted">{text}</Dialog.Description>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function KeyScreen({ question }: { readonly question: AccessQuestion }) {
  const [key, setKey] = useState('');
  const flowName = useFlowStore(({ chatflowId, name }) => (chatflowId === question.scope ? name : undefined));
  const isServer = question.scope === SERVER;
  const ofFlow =
    flowName === undefined ? t('This flow asks for its key') : t('“{name}” asks for its key', { name: flowName });
  const give = (event: FormEvent) => {
    event.preventDefault();
    question.answer(key.trim());
  };
  return (
    <Screen
      icon={<KeyRound aria-hidden="true" />}
      title={isServer ? t('This server asks for a key') : ofFlow}
      text={
        isServer
          ? t('Any API key of this server opens it. The key is kept until this tab is closed.')
          : t('It is bound to one API key. The key is kept until this tab is closed.')
      }
      isWhole={isServer}
      onClose={() => (isServer ? undefined : question.answer(undefined))}
    >
      <form className="flex flex-col gap-4" onSubmit={give}>
        <Field
          label={t('API key')}
          problem={question.wasWrong ? t('The key that was given does not open it.') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              autoFocus
              type="password"
              autoComplete="off"
              className="font-mono"
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          {isServer ? null : <Button onClick={() => question.answer(undefined)}>{t('Not now')}</Button>}
          <Button type="submit" look="primary" disabled={key.trim() === ''}>
            {t('Continue')}
          </Button>
        </div>
      </form>
    </Screen>
  );
}

function LinkScreen() {
  return (
    <Screen
      icon={<Link2 aria-hidden="true" />}
      title={t('Open this page by its link')}
      text={t('This server answers its owner only. A link that works once lets this browser in.')}
      isWhole
      onClose={() => undefined}
    >
      <div className="flex flex-col gap-1">
        <p>{t('Run this where Tributary is installed:')}</p>
        <code className="rounded-control border border-border bg-sunken px-3 py-2 font-mono text-secondary select-all">
          npx tributary open
        </code>
      </div>
      <div className="flex justify-end">
        <Button onClick={() => window.location.reload()}>{t('Try again')}</Button>
      </div>
    </Screen>
  );
}

/** Asks for the key or the link without which the server does not answer. */
export function AccessGate() {
  const [question] = useAccessStore((state) => state.questions);
  const needsLink = useAccessStore((state) => state.needsLink);
  if (needsLink) return <LinkScreen />;
  return question === undefined ? null : (
    <KeyScreen key={`${question.scope} ${question.wasWrong}`} question={question} />
  );
}
