import type { JumpListCategory } from 'electron';
import { appLink } from '../../../../shared/ipc/app-link.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import { t } from '../../../../shared/texts/t.ts';

/** Windows shows no more characters of a name. */
const TITLE_LENGTH = 255;

/**
 * What the jump list of Windows offers: the flows that were open last, each by a second start with its link.
 * @param program the app's own
 * @param startArguments of a start on the same data folder
 */
export function jumpList(
  flows: readonly FlowName[],
  program: string,
  startArguments: readonly string[],
): JumpListCategory[] {
  if (flows.length === 0) return [];
  const given = startArguments.map((argument) => `"${argument}"`);
  return [
    {
      type: 'custom',
      name: t('Recent flows'),
      items: flows.map(({ id, name }) => ({
        type: 'task',
        program,
        args: [...given, appLink('flow', id)].join(' '),
        title: name.slice(0, TITLE_LENGTH),
        iconPath: program,
        iconIndex: 0,
      })),
    },
  ];
}
