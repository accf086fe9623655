import { z } from 'zod';
import { PAGE_ORIGIN } from './page-origin.ts';

/** What a path on this machine is chosen for, and the one that is there now, with which the choice begins. */
export const PathChoiceSchema = z.object({ kind: z.enum(['folder', 'file']), now: z.string().max(4096) });
export type PathChoice = z.infer<typeof PathChoiceSchema>;

/** The name of a file, not a path. */
const FileNameSchema = z
  .string()
  .max(255)
  .regex(/^(?!\.{1,2}$)[^/\\:*?"<>|\p{Cc}]+$/u);

/** Content that the page has, by its address, and the name that is offered for the file. */
export const SavedContentSchema = z.object({
  name: FileNameSchema,
  address: z.string().max(200).startsWith(`blob:${PAGE_ORIGIN}/`),
});
export type SavedContent = z.infer<typeof SavedContentSchema>;

/** What became of it. */
export type SaveOutcome =
  | { readonly state: 'saved' | 'failed'; readonly path: string }
  | { readonly state: 'cancelled' };

/** The largest file that is dragged out of the window, in characters: a flow of that size nobody drew. */
const MOST_DRAGGED = 20_000_000;

/** A file to be dragged out of the window. */
export const DraggedFileSchema = z.object({
  name: FileNameSchema,
  text: z.string().max(MOST_DRAGGED),
});
export type DraggedFile = z.infer<typeof DraggedFileSchema>;

/** A path of this machine. */
export const PathSchema = z.string().min(1).max(4096);
