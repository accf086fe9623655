import { Toaster as Sonner, toast } from 'sonner';
import { tellListeners } from './said.ts';

/**
 * A short notice that goes away by itself, with one button at most. For what needs no decision.
 * @returns takes it away before
 */
export function showToast(
  message: string,
  action?: { readonly label: string; readonly onClick: () => void },
): () => void {
  tellListeners('notice', message);
  const id = toast(message, action === undefined ? {} : { action });
  return () => void toast.dismiss(id);
}

/** As {@link showToast}, for something that did not work. */
export function showErrorToast(
  message: string,
  action?: { readonly label: string; readonly onClick: () => void },
): void {
  tellListeners('problem', message);
  toast.error(message, action === undefined ? {} : { action });
}

/** An offer that stays until it is taken or put away. The same id is shown once. */
export function showOffer(
  id: string,
  message: string,
  { accept, decline }: Readonly<Record<'accept' | 'decline', { readonly label: string; readonly onClick: () => void }>>,
): void {
  tellListeners('notice', message);
  toast(message, {
    id,
    duration: Number.POSITIVE_INFINITY,
    action: accept,
    cancel: decline,
  });
}

/** As {@link showErrorToast}, for a trouble that goes on: it stays until it is over. The same id is shown once. */
export function showTrouble(id: string, message: string): void {
  tellListeners('problem', message);
  toast.error(message, { id, duration: Number.POSITIVE_INFINITY });
}

/** Takes an offer back, or a trouble that is over. */
export function dropToast(id: string): void {
  toast.dismiss(id);
}

export function Toaster() {
  return (
    <Sonner
      position="top-center"
      offset={{ top: 60 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-2 rounded-card border border-border bg-raised px-3 py-2.5 font-sans text-body text-ink shadow-float',
          error: '[&_[data-icon]]:text-danger',
          cancelButton: 'ml-auto shrink-0 rounded-control px-2 py-1 font-medium text-muted hover:bg-hover',
          actionButton: 'ml-auto shrink-0 rounded-control border border-border px-2 py-1 font-medium hover:bg-hover',
        },
      }}
    />
  );
}
