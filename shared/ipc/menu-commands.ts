/** The commands of the page that the native menu names. The page decides whether one means anything where it is. */
export const menuCommands = ['page.flows', 'page.settings', 'flow.save', 'flow.upsert', 'flow.ask'] as const;

export type MenuCommand = (typeof menuCommands)[number];
