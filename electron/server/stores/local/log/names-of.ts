import { z } from 'zod';

/** Of the metadata of a chunk what names the place that it is from. Loaders may write other things under these names, which say nothing. */
const NamingSchema = z.object({
  source: z.string().catch(''),
  title: z.string().catch(''),
  headers: z.record(z.string(), z.string()).catch({}),
});

/** Of a longer path or address the end is looked at, where the name is. */
const MAX_SOURCE = 4096;
/** Names are lines: what is beyond names nothing. */
const MAX_NAME = 1024;

/** The last part of a path or address, without the ending. */
function nameOf(source: string): string {
  const [address = ''] = source.split(/[?#]/, 1);
  const parts = address.slice(-MAX_SOURCE).split(/[/\\]/);
  const last = parts.findLast((part) => part !== '') ?? '';
  return last.replace(/\.\w{1,8}$/, '');
}

/**
 * What a chunk's metadata says of the place that it is from, as a text: the name of its file or page, its title, and the headings above it.
 * @param metadata JSON
 */
export function namesOf(metadata: string): string {
  const { source, title, headers } = NamingSchema.parse(JSON.parse(metadata));
  return [nameOf(source), title, ...Object.values(headers)]
    .filter((name) => name !== '')
    .map((name) => name.slice(0, MAX_NAME))
    .join('\n');
}
