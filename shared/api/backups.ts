import { z } from 'zod';

const example = {
  name: 'tributary-000007-2026-01-31T13-05-00-000Z.db',
  date: '2026-01-31T13:05:00.000Z',
  sizeBytes: 1_048_576,
};

/** A copy of the database, checked when it was made. */
export const BackupInfoSchema = z
  .object({ name: z.string(), date: z.iso.datetime(), sizeBytes: z.int() })
  .meta({ id: 'Backup', examples: [example] });
export type BackupInfo = z.infer<typeof BackupInfoSchema>;

export const BackupListSchema = z
  .object({
    backups: z.array(BackupInfoSchema).meta({ description: 'The one made last first.' }),
    isRestoring: z.boolean().meta({ description: 'The server is about to start again on a backup.' }),
  })
  .meta({ id: 'BackupList', examples: [{ backups: [example], isRestoring: false }] });

export const BackupParamsSchema = z.object({
  name: z.string().meta({ description: 'Name of a backup, or "newest".', examples: ['newest'] }),
});

export const RestoreAnswerSchema = z
  .object({ isRestoring: z.literal(true) })
  .meta({ id: 'RestoreAnswer', examples: [{ isRestoring: true }] });
