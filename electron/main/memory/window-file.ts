import { z } from 'zod';
import { LookSchema, RecentFlowsSchema } from '../../../shared/ipc/page-facts.ts';
import { CloseChoiceSchema } from '../../../shared/ipc/preferences.ts';

/** The largest number that makes sense as a place on a desktop, in pixels: far beyond a wall of displays. */
const FAR = 100_000;
const place = z.int().min(-FAR).max(FAR);
const size = z.int().min(1).max(FAR);

/** The content of `window.json`. A part that is missing or invalid gets its default. */
export const WindowFileSchema = z.object({
  /** Of the window when it is neither maximised nor in full screen, in device-independent pixels. */
  bounds: z.object({ x: place, y: place, width: size, height: size }).optional().catch(undefined),
  isMaximized: z.boolean().catch(false),
  isFullScreen: z.boolean().catch(false),
  /** Chromium's: 0 is 100 %, and each step up is 20 % larger. */
  zoomLevel: z.number().min(-3).max(5).catch(0),
  /** What follows the origin in the address of the page: "#/flows/…", or nothing. */
  page: z.string().max(2000).regex(/^#\//).or(z.literal('')).catch(''),
  /** As the page said last; undefined until it has. */
  look: LookSchema.optional().catch(undefined),
  flows: RecentFlowsSchema.catch([]),
  onClose: CloseChoiceSchema.catch('ask'),
  notifies: z.boolean().catch(true),
});

export type WindowFile = z.infer<typeof WindowFileSchema>;
