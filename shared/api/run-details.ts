import { z } from 'zod';
import { RunFileStateSchema } from './run-files.ts';
import { RunSchema } from './runs.ts';
import { UsedNodeSchema } from './upsert-history.ts';

const SettingChangeSchema = z.object({
  nodeId: z.string(),
  node: z.string().meta({ description: 'Label of the node.' }),
  setting: z.string().meta({ description: 'Label of the setting; empty where the node itself came or went.' }),
  before: z.unknown().meta({ description: 'Absent where the node was not there.' }),
  now: z.unknown().meta({ description: 'Absent where the node is not there.' }),
});
export type SettingChange = z.infer<typeof SettingChangeSchema>;

/** How many files a comparison names of each kind. */
export const COMPARED_FILES_LIMIT = 200;

const FileChangeSchema = z.object({
  name: z.string(),
  before: RunFileStateSchema.optional().meta({ description: 'Absent where the run before did not have the file.' }),
  now: RunFileStateSchema.optional().meta({ description: 'Absent where this run did not have the file.' }),
});
export type RunFileChange = z.infer<typeof FileChangeSchema>;

/** What is different from the run before. */
export const RunComparisonSchema = z.object({
  run: RunSchema.meta({ description: 'The run before: the last one of the flow or store that finished.' }),
  settings: z.array(SettingChangeSchema),
  files: z.array(FileChangeSchema).meta({
    description:
      'Files that only one of the two had, that failed in one of them, or that one found unchanged; at most 200.',
  }),
  hasMoreFiles: z.boolean(),
  hasAllFiles: z.boolean().meta({
    description:
      'False where the list of one of the runs is not complete any more: files that were unchanged are kept for the newest 10 runs.',
  }),
});
export type RunComparison = z.infer<typeof RunComparisonSchema>;

export const RepeatQuerySchema = z.object({
  file: z
    .string()
    .max(4096)
    .optional()
    .meta({ description: 'Only this file of the run.', examples: ['notes.txt'] }),
});

/** Files that came with the call of a run, and are kept so that it can be done again. */
export const KeptUploadsSchema = z
  .object({ count: z.int(), sizeBytes: z.int() })
  .meta({ id: 'KeptUploads', examples: [{ count: 2, sizeBytes: 48_120 }] });
export type KeptUploads = z.infer<typeof KeptUploadsSchema>;

/** What belongs to a run beside its state. */
export const RunDetailsSchema = z
  .object({
    settings: z.array(UsedNodeSchema).meta({ description: 'Without secrets. Empty where they are not known.' }),
    comparison: RunComparisonSchema.nullable().meta({ description: 'Null for the first run.' }),
    isLast: z.boolean().meta({ description: 'Whether the flow or store has no later run.' }),
    again: z.object({
      how: z.enum(['resume', 'repeat']).nullable().meta({ description: 'Null where it can not be done.' }),
      whyNot: z.string().optional(),
    }),
    uploads: KeptUploadsSchema.meta({ description: 'Files of its call that are kept, for a week.' }),
    undo: z.object({
      isPossible: z.boolean(),
      whyNot: z.string().optional(),
      undoneDate: z.iso.datetime().nullable().meta({ description: 'When the run was undone.' }),
    }),
  })
  .meta({
    id: 'RunDetails',
    examples: [
      {
        settings: [],
        comparison: null,
        isLast: true,
        again: { how: 'repeat' },
        uploads: { count: 0, sizeBytes: 0 },
        undo: { isPossible: true, undoneDate: null },
      },
    ],
  });
export type RunDetails = z.infer<typeof RunDetailsSchema>;
