import { z } from 'zod';

/** What closing the window does: asks while something goes on, keeps the app running without its window, or ends it. */
export const CLOSE_CHOICES = ['ask', 'keep', 'quit'] as const;
export const CloseChoiceSchema = z.enum(CLOSE_CHOICES);
export type CloseChoice = (typeof CLOSE_CHOICES)[number];

/** What a person can choose of how the window lives. */
export const PreferencesSchema = z.object({
  onClose: CloseChoiceSchema,
  /** Whether the system tells of long upserts that end while the window is not in use. */
  notifies: z.boolean(),
  /** Null where the app can't do that: on a Mac with a data folder of one's own. */
  startsAtLogin: z.boolean().nullable(),
});
export type Preferences = z.infer<typeof PreferencesSchema>;
