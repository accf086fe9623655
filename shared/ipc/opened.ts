import { z } from 'zod';

/** What a start of the app asks for: a page ("#/flows/…"), and files and folders by their absolute paths. Of a start that does not say: nothing. */
export const OpenRequestSchema = z
  .object({ page: z.string().regex(/^#\//).optional(), paths: z.array(z.string()) })
  .catch({ paths: [] });
export type OpenRequest = z.infer<typeof OpenRequestSchema>;

/** What somebody opened with the app, as the page is told of it. */
export type OpenedItem =
  /** The page fetches the content from its address, once. */
  | { readonly kind: 'file'; readonly name: string; readonly address: string }
  | { readonly kind: 'folder' | 'missing' | 'unreadable'; readonly path: string };
