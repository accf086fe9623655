import { appLink } from '../../../shared/ipc/app-link.ts';
import { t } from '../../../shared/texts/t.ts';
import { parseRoute } from '../../stores/router.ts';
import { writeClipboard } from '../../stores/write-clipboard.ts';
import type { Command } from '../command.ts';

/** Of the flow or document store that is open. */
function openLink(): string | undefined {
  const route = parseRoute(window.location.hash);
  if (route.page === 'editor') return appLink('flow', route.chatflowId);
  return route.page === 'store' ? appLink('store', route.storeId) : undefined;
}

export const copyLinkCommand = {
  keywords: ['address', 'url', 'share', 'tributary'],
  // In a browser the address of the page is such a link.
  when: () => window.tributary !== undefined && openLink() !== undefined,
  run: () => writeClipboard(openLink(), t('The link is copied: it opens this page in the app.')),
} as const satisfies Command;
