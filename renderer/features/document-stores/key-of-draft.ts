import type { LoaderDraft } from '../../api/document-stores.ts';

/** What a draft says, for telling whether it has changed since. */
export function keyOf({ files, ...draft }: LoaderDraft): string {
  return JSON.stringify([draft, files.map(({ path, file }) => [path, file.size, file.lastModified])]);
}
