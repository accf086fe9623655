import type { JumpListCategory } from 'electron';
import { appLink } from '../../../../shared/ipc/app-link.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import { t } from '../../../../shared/texts/t.ts';
import { type OwnStart, quotedForWindows } from '../own-start.ts';
import { shortName } from './name-in-menu.ts';

/** What the jump list of Windows offers: the flows that were open last, each by a second start with its link. */
export function jumpList(flows: readonly FlowName[], { program, args }: OwnStart): JumpListCategory[] {
  if (flows.length === 0) return [];
  const given = args.map(quotedForWindows);
  return [
    {
      type: 'custom',
      name: t('Recent flows'),
      items: flows.map(({ id, name }) => ({
        type: 'task',
        program,
        args: [...given, appLink('flow', id)].join(' '),
        title: shortName(name),
        iconPath: program,
        iconIndex: 0,
      })),
    },
  ];
}
