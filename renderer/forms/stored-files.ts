import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';

/** A file that a flow keeps in its own data, as Flowise stores it. */
export interface StoredFile {
  readonly name: string;
  /** How it is saved: a data URL with a `,filename:` tail, or a name in the server's storage. */
  readonly saved: string;
}

const STORAGE_PREFIX = 'FILE-STORAGE::';
const NamesSchema = z.array(z.string());

function parseNames(text: string): readonly string[] | undefined {
  try {
    return NamesSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // a single value, not a list
  }
}

function fromDataUrl(saved: string): StoredFile {
  const [, name = t('Unnamed file')] = /,filename:(.*)$/.exec(saved) ?? [];
  return { name, saved };
}

/** The files in a param's value. */
export function readStoredFiles(value: unknown): readonly StoredFile[] {
  if (typeof value !== 'string' || value === '') return [];
  if (value.startsWith(STORAGE_PREFIX)) {
    const rest = value.slice(STORAGE_PREFIX.length);
    return (parseNames(rest) ?? [rest]).map((name) => ({ name, saved: name }));
  }
  return (parseNames(value) ?? [value]).map(fromDataUrl);
}

/** The value that keeps these files; all must be of the same sort. */
export function writeStoredFiles(files: readonly StoredFile[]): string {
  const saved = files.map((file) => file.saved);
  const [first] = saved;
  if (first === undefined) return '';
  if (!first.startsWith('data:')) return STORAGE_PREFIX + JSON.stringify(saved);
  return saved.length === 1 ? first : JSON.stringify(saved);
}

/** Reads a file into the form in which a flow keeps it. */
export function storeFile(file: File): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () =>
      reject(reader.error ?? new Error(t('{file} could not be read: choose it again.', { file: file.name })));
    reader.onload = () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve({ name: file.name, saved: `${url},filename:${file.name}` });
    };
    reader.readAsDataURL(file);
  });
}
