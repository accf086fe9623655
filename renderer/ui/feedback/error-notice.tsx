import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';

export interface ErrorNoticeProps {
  readonly whatHappened: string;
  /** The node, file or field it is about. */
  readonly where?: string | undefined;
  readonly whatToDo?: string | undefined;
  /** The one button that does it. */
  readonly action?: { readonly label: string; readonly onClick: () => void } | undefined;
  /** Beside the button. */
  readonly aside?: ReactNode;
  /** More on it, between the words and the button. */
  readonly children?: ReactNode;
}

/** The look of every failure that stays on the screen. */
export function ErrorNotice({ whatHappened, where, whatToDo, action, aside, children }: ErrorNoticeProps) {
  return (
    <div role="alert" className="flex gap-2 rounded-control border border-danger/30 bg-danger-soft p-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="font-medium break-words">
          {where === undefined ? null : <span className="text-danger">{where}: </span>}
          {whatHappened}
        </p>
        {whatToDo === undefined ? null : <p className="text-secondary text-muted break-words">{whatToDo}</p>}
        {children}
        {action === undefined && aside === undefined ? null : (
          <div className="mt-1 flex flex-wrap items-center gap-1">
            {action === undefined ? null : (
              <Button className="h-7" onClick={action.onClick}>
                {action.label}
              </Button>
            )}
            {aside}
          </div>
        )}
      </div>
    </div>
  );
}

/** Splits a message, "what happened: what to do", for an {@link ErrorNotice}. Chinese has a colon and a full stop of its own. */
export function splitMessage(message: string): {
  readonly whatHappened: string;
  readonly whatToDo: string | undefined;
} {
  // What a service says itself is no remedy, and may have colons.
  const [, ours = message, words = ''] = /^(.*?)( It says: .*)?$/s.exec(message) ?? [];
  const [, happened, colon, rest] = /^(.*)(: |：)(.*)$/s.exec(ours) ?? [];
  if (happened === undefined || rest === undefined) return { whatHappened: message, whatToDo: undefined };
  const todo = rest.trim();
  const sentence = todo.charAt(0).toUpperCase() + todo.slice(1);
  return { whatHappened: `${happened}${colon === '：' ? '。' : '.'}`, whatToDo: `${sentence}${words}` };
}
