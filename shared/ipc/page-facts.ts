import { z } from 'zod';
import { COMMANDS, type CommandId } from '../commands/command-table.ts';
import { LANGUAGES } from '../texts/t.ts';
import { THEMES } from '../themes.ts';

/** How many of the flows that were open last are offered by the menu, the dock and the jump list. */
export const RECENT_FLOWS = 8;

/** How the page looks and speaks: menus and dialogs of the system do the same. */
export const LookSchema = z.object({
  theme: z.enum(THEMES),
  language: z.enum(LANGUAGES),
});
export type Look = z.infer<typeof LookSchema>;

const FlowNameSchema = z.object({ id: z.string().regex(/^[\w-]{1,100}$/), name: z.string().max(1000) });
export type FlowName = z.infer<typeof FlowNameSchema>;

/** The flows that were open last, the newest first. */
export const RecentFlowsSchema = z.array(FlowNameSchema).max(RECENT_FLOWS);

const ids: readonly CommandId[] = COMMANDS.map(({ id }) => id);

/** The commands that can be done now. */
export const OfferedCommandsSchema = z.array(z.enum(ids)).max(ids.length);
