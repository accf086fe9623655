import type { CommandId } from '../../../shared/commands/command-table.ts';
import type { CanvasMenu } from '../../stores/canvas-view-store.ts';

type Entry = CommandId | '-';

/** The commands of each menu of the canvas; `-` is a separator. Those that cannot be done are left out. */
const MENUS: Readonly<Record<CanvasMenu['about'], readonly Entry[]>> = {
  node: [
    ...(['preview-node', 'upsert-into', '-', 'connect', 'rename-node', '-'] as const),
    ...(['edit-note', 'toggle-disabled', 'toggle-collapsed', '-'] as const),
    ...(['duplicate', 'copy', 'cut', '-', 'delete-selection'] as const),
  ],
  nodes: ['tidy', 'toggle-disabled', 'toggle-collapsed', '-', 'duplicate', 'copy', 'cut', '-', 'delete-selection'],
  edge: ['insert-on-edge', '-', 'delete-selection'],
  canvas: [
    'find-node',
    'add-note',
    'paste',
    '-',
    'select-all',
    'tidy',
    'fit',
    'replace-unavailable',
    '-',
    'undo',
    'redo',
  ],
};

/** The commands of the toolbar above a selected node. */
export const NODE_TOOLS: readonly CommandId[] = [
  'preview-node',
  'upsert-into',
  'duplicate',
  'toggle-disabled',
  'delete-selection',
];

/** What a menu offers now: groups of commands, none of them empty. */
export function menuGroups(about: CanvasMenu['about'], canRun: (id: CommandId) => boolean): readonly CommandId[][] {
  const groups: CommandId[][] = [[]];
  for (const entry of MENUS[about]) {
    if (entry === '-') groups.push([]);
    else if (canRun(entry)) groups.at(-1)?.push(entry);
  }
  return groups.filter((group) => group.length > 0);
}
