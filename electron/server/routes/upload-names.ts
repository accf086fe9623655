import type { RenamedFile } from '../../../shared/api/vector.ts';
import { cleanFileName, freePath } from '../../../shared/text/file-names.ts';
import type { SourceFile } from '../core/document.ts';

/** Gives each file of a call a name of its own: the second `a.txt` becomes `a (2).txt`. */
export function nameUploads() {
  const taken = new Set<string>();
  return (sent: string): { readonly name: string } & Partial<Pick<RenamedFile, 'sentAs'>> => {
    const wanted = cleanFileName(sent);
    const name = freePath(wanted, taken);
    taken.add(name);
    return name === wanted ? { name } : { name, sentAs: wanted };
  };
}

/** What an answer says of the files of its call; nothing when each kept its name. */
export function renamedFilesOf(uploads: readonly SourceFile[]): { readonly renamedFiles?: RenamedFile[] } {
  const renamedFiles = uploads.flatMap(({ name, sentAs }) => (sentAs === undefined ? [] : [{ sentAs, source: name }]));
  return renamedFiles.length === 0 ? {} : { renamedFiles };
}

/** The answer of a run with what it says of the files. Whoever waits for it handles its failure. */
export function withRenamedFiles<Result extends object>(
  result: Promise<Result>,
  uploads: readonly SourceFile[],
): Promise<Result & ReturnType<typeof renamedFilesOf>> {
  const answer = result.then((body) => ({ ...body, ...renamedFilesOf(uploads) }));
  answer.catch(() => undefined);
  return answer;
}
