import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { closeApiPanel, useApiPanelStore } from '../../stores/api-panel-store.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FlowCalls } from './flow-calls.tsx';
import { StoreCalls } from './store-calls.tsx';

function Sheet({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  // Another page is not what it is about, whichever way leads there.
  useEffect(() => {
    window.addEventListener('hashchange', closeApiPanel);
    return () => window.removeEventListener('hashchange', closeApiPanel);
  }, []);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : closeApiPanel())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-180 max-w-[calc(100vw-56px)] flex-col border-l border-border bg-canvas shadow-float"
        >
          <header className="flex items-center gap-3 border-b border-border px-6 py-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate text-section font-semibold">
                {t('API of {name}', { name })}
              </Dialog.Title>
              <a href={hrefOf({ page: 'http-api' })} className="text-secondary text-muted underline hover:text-ink">
                {t('All operations of the HTTP API')}
              </a>
            </div>
            <Dialog.Close asChild>
              <Button look="quiet" aria-label={t('Close')} className="w-8 px-0" icon={<X aria-hidden="true" />} />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-6 py-5">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** How programs call a flow or a document store: examples that work as they stand, and what they may change. */
export function ApiPanel() {
  const target = useApiPanelStore((state) => state.target);
  if (target === undefined) return null;
  return (
    <Sheet key={target.id} name={target.name}>
      {target.kind === 'flow' ? <FlowCalls chatflowId={target.id} /> : <StoreCalls storeId={target.id} />}
    </Sheet>
  );
}
