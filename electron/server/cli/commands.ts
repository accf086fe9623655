import type { Command } from './support/command.ts';

/** A command as listed in the help. */
export interface CommandEntry {
  readonly summary: string;
  /** Loaded when the command is called: most of what a command needs takes longer to load than printing the help. */
  load(): Promise<Command>;
}

/** All commands except `serve`, in the order of the help. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  ['open', { summary: 'open the page in the browser', load: async () => (await import('./open.ts')).open }],
  ['upsert', { summary: 'run a flow on files', load: async () => (await import('./upsert.ts')).upsert }],
  ['query', { summary: 'find passages that answer a question', load: async () => (await import('./query.ts')).query }],
  ['ask', { summary: 'answer a question, with its sources', load: async () => (await import('./ask.ts')).ask }],
  ['flows', { summary: 'list, export and import flows', load: async () => (await import('./flows.ts')).flows }],
  ['stores', { summary: 'list document stores', load: async () => (await import('./stores.ts')).stores }],
  [
    'credentials',
    {
      summary: 'list credentials and where they may be sent',
      load: async () => (await import('./credentials.ts')).credentials,
    },
  ],
  ['tools', { summary: 'list tools, and approve their code', load: async () => (await import('./tools.ts')).tools }],
  ['runs', { summary: 'list, show and cancel runs', load: async () => (await import('./runs.ts')).runs }],
  ['sync', { summary: 'what is synced, and missing files', load: async () => (await import('./sync.ts')).sync }],
  [
    'doctor',
    {
      summary: 'check the data folder, make indexes again',
      load: async () => (await import('./doctor.ts')).doctor,
    },
  ],
]);
