import { ExternalLink } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { LinkButton } from '../../../ui/controls/button.tsx';

/** A link that a model wrote: a click says where it leads, and only the next one goes there. */
export function AnswerLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Popover.Root>
      <Popover.Trigger className="rounded-sm text-accent underline underline-offset-2">{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          sideOffset={6}
          collisionPadding={8}
          aria-label={t('Where the link leads')}
          className="z-50 flex max-w-80 flex-col items-start gap-2 rounded-card border border-border bg-raised p-3 shadow-float"
        >
          <p className="text-secondary text-muted">{t('The model wrote this link. It leads to:')}</p>
          <p className="font-code text-secondary break-all">{href}</p>
          <LinkButton href={href} target="_blank" rel="noopener noreferrer" icon={<ExternalLink aria-hidden="true" />}>
            {t('Open it')}
          </LinkButton>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
