import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../controls/button.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will be lost. */
  readonly children: ReactNode;
  /** A choice that goes with the answer. */
  readonly choice?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before something is lost; the product has no other modal questions. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={props.isOpen} onOpenChange={(open) => (open ? undefined : props.onCancel())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 bg-scrim" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 w-100 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 rounded-card border border-border bg-raised p-5 shadow-float">
          <AlertDialog.Title className="text-section font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-muted">{props.children}</AlertDialog.Description>
          {props.choice}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{props.cancelLabel ?? t('Keep it')}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
