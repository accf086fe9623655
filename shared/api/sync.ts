import { z } from 'zod';
import { EXAMPLE_ID, wholeField } from './common.ts';
import { UpsertCountsSchema } from './runs.ts';

/** Monday first, as `Schedule.days` names them. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 07:30')
  .meta({ description: 'Hour and minute in the time zone of the machine.', examples: ['07:30'] });

/** When to refresh, by the clock of the machine that runs the server. */
export const ScheduleSchema = z
  .discriminatedUnion('every', [
    z.object({ every: z.literal('minutes'), minutes: z.int().min(5).max(1440) }),
    z.object({ every: z.literal('hour'), minute: z.int().min(0).max(59) }),
    z.object({ every: z.literal('day'), at: timeOfDay }),
    z.object({ every: z.literal('week'), days: z.array(z.enum(WEEKDAYS)).min(1).max(7), at: timeOfDay }),
  ])
  .meta({ id: 'Schedule', examples: [{ every: 'week', days: ['monday'], at: '09:00' }] });
export type Schedule = z.infer<typeof ScheduleSchema>;

const SYNC_MODES = ['off', 'schedule', 'watch'] as const;
const modeField = z.enum(SYNC_MODES).meta({
  description: '`schedule` refreshes at set times, `watch` as the files of its folders change.',
});
export type SyncMode = (typeof SYNC_MODES)[number];

export const SyncSettingsSchema = z
  .object({
    mode: modeField,
    schedule: ScheduleSchema.nullish().meta({ description: 'Needed for the mode `schedule`; stays in the others.' }),
    isPaused: z.boolean().default(false).meta({ description: 'Nothing starts by itself while this is true.' }),
  })
  .meta({
    id: 'SyncSettings',
    examples: [{ mode: 'schedule', schedule: { every: 'day', at: '07:00' }, isPaused: false }],
  });
export type SyncSettings = z.input<typeof SyncSettingsSchema>;

/** What began a refresh: a changed file, the time, a time that was missed, a start of the server, a person. */
const SYNC_TRIGGERS = ['watch', 'schedule', 'missed', 'start', 'person'] as const;
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];

/** `held`: not done, since a person should look first. `noted`: something to know, not a refresh. */
const SYNC_OUTCOMES = ['finished', 'unchanged', 'failed', 'held', 'noted'] as const;

export const SyncLogEntrySchema = z
  .object({
    id: z.int(),
    date: z.iso.datetime(),
    trigger: z.enum(SYNC_TRIGGERS),
    outcome: z.enum(SYNC_OUTCOMES),
    message: z.string().meta({ description: 'What happened, for people.' }),
    runId: z.string().nullable().meta({ description: 'The run that did it; the last of them if there were several.' }),
    result: UpsertCountsSchema.nullable(),
  })
  .meta({
    id: 'SyncLogEntry',
    examples: [
      {
        id: 12,
        date: '2025-01-15T10:30:01.250Z',
        trigger: 'watch',
        outcome: 'finished',
        message: '1 file changed: 3 chunks added, 2 deleted.',
        runId: '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10',
        result: { numAdded: 3, numDeleted: 2, numUpdated: 0, numSkipped: 0 },
      },
    ],
  });
export type SyncLogEntry = z.infer<typeof SyncLogEntrySchema>;

/** A folder that is watched. */
const SyncFolderSchema = z.object({
  loaderId: z.string(),
  label: z.string().meta({ description: 'Name of the loader.' }),
  path: z.string(),
  fileCount: z.int().meta({ description: 'Files that are stored as they are now.' }),
  everySeconds: z.int().nullable().meta({
    description: 'How often it is scanned, if the system does not report changes reliably.',
  }),
  reason: z.string().nullable().meta({ description: 'Why it is scanned.' }),
  problem: z.string().nullable().meta({ description: 'Why it can not be read now.' }),
});
export type SyncFolder = z.infer<typeof SyncFolderSchema>;

/** `gone`: they were deleted, and what is stored of them goes too. `away`: their drive is not connected now. */
export const HeldAnswerSchema = z.enum(['gone', 'away']);
export type HeldAnswer = z.infer<typeof HeldAnswerSchema>;

/** Files of a folder that are missing, and stay stored until a person answers, or they are back. */
const HeldFilesSchema = z.object({
  loaderId: z.string(),
  label: z.string().meta({ description: 'Name of the loader.' }),
  count: z.int(),
  why: z.string().meta({ description: 'Why they are not simply deleted, for people.' }),
  date: z.iso.datetime().meta({ description: 'Since when.' }),
  answer: HeldAnswerSchema.nullable().meta({ description: 'What was said of them; null: nothing yet.' }),
});
export type HeldFiles = z.infer<typeof HeldFilesSchema>;

export const SyncAnswerSchema = z
  .object({
    answer: HeldAnswerSchema.meta({
      description: '`gone`: what is stored of the missing files is deleted. `away`: it stays until the drive is back.',
    }),
    loaderId: z.string().optional().meta({ description: 'Only for the folder of this loader; all if missing.' }),
  })
  .meta({ id: 'SyncAnswer', examples: [{ answer: 'away' }] });
export type SyncAnswer = z.infer<typeof SyncAnswerSchema>;

const SYNC_ACTIVITIES = ['off', 'paused', 'idle', 'checking', 'running', 'waiting'] as const;

/** How a flow or document store is synced, and its state. */
export const SyncStateSchema = z
  .object({
    ownerId: z.string().meta({ description: 'Id of the chatflow or document store.' }),
    mode: modeField,
    schedule: ScheduleSchema.nullable(),
    isPaused: z.boolean(),
    activity: z.enum(SYNC_ACTIVITIES).meta({ description: '`waiting`: it tries again after a failure.' }),
    nextRunDate: z.iso.datetime().nullable(),
    runId: z.string().nullable().meta({ description: 'The run that goes on now.' }),
    obstacle: z.string().nullable().meta({ description: 'Why it can not be refreshed, and what to do.' }),
    canWatch: z.boolean().meta({ description: 'Whether it has a loader of a folder.' }),
    notes: z.array(z.string()).meta({ description: 'What people should know of it.' }),
    isOnBattery: z.boolean(),
    folders: z.array(SyncFolderSchema),
    held: z.array(HeldFilesSchema).meta({ description: 'Missing files that stay stored, by folder.' }),
    last: SyncLogEntrySchema.nullable(),
  })
  .meta({
    id: 'SyncState',
    examples: [
      {
        ownerId: EXAMPLE_ID,
        mode: 'watch',
        schedule: null,
        isPaused: false,
        activity: 'idle',
        nextRunDate: null,
        runId: null,
        obstacle: null,
        canWatch: true,
        notes: [],
        isOnBattery: false,
        folders: [
          {
            loaderId: 'folderFiles_0',
            label: 'Folder with Files',
            path: '/home/ana/Papers',
            fileCount: 1204,
            everySeconds: null,
            reason: null,
            problem: null,
          },
        ],
        held: [],
        last: null,
      },
    ],
  });
export type SyncState = z.infer<typeof SyncStateSchema>;

/** Those that are synced. */
export const SyncListSchema = z
  .array(
    z.object({
      ownerId: z.string(),
      mode: modeField,
      isPaused: z.boolean(),
      missing: z.int().meta({ description: 'Files that are missing and that nobody has answered for yet.' }),
    }),
  )
  .meta({ id: 'SyncList', examples: [[{ ownerId: EXAMPLE_ID, mode: 'watch', isPaused: false, missing: 0 }]] });

export const SyncLogQuerySchema = z.object({
  before: wholeField(1)
    .optional()
    .meta({ description: 'Only entries with a smaller id.', examples: ['120'] }),
  limit: wholeField(1, 200).default(50),
});
