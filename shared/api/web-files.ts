import { z } from 'zod';
import { flagField } from './common.ts';

export const WebFileBodySchema = z
  .object({
    url: z.string().max(10_000).meta({ description: 'Address of a page or a file, with https:// or http://.' }),
    allowLocalNetwork: flagField
      .optional()
      .meta({ description: 'Whether it may lie on this machine or in a private network. Off by default.' }),
  })
  .meta({ id: 'WebFileBody', examples: [{ url: 'https://example.com/guides/opening-hours.html' }] });

/** Bytes; only the document says what they are. */
export const WebFileSchema = z.string().meta({ format: 'binary', examples: ['<h1>Opening hours</h1>'] });

/** Header of the answer with the name of the file, percent-encoded: a path that begins with the site. */
export const WEB_FILE_NAME_HEADER = 'x-file-name';
