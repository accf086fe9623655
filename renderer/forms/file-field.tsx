import { File, FolderOpen, X } from 'lucide-react';
import { useRef } from 'react';
import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { showErrorToast } from '../ui/feedback/toast.tsx';
import type { ParamFieldProps } from './param-field-props.ts';

/** A file that a flow keeps in its own data, as Flowise stores it. */
interface StoredFile {
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
function storeFile(file: File): Promise<StoredFile> {
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

/** A flow is one JSON text: files in it are for small samples. The server takes 50 MB of JSON, and base64 adds a third. */
const STORED_FILES_LIMIT_BYTES = 20_000_000;

async function addFiles(present: readonly StoredFile[], added: readonly File[]): Promise<string | undefined> {
  const bytes = added.reduce((sum, file) => sum + file.size, 0);
  if (bytes > STORED_FILES_LIMIT_BYTES) {
    showErrorToast(t('Files kept in the flow may have 20 MB in all. Use Upsert for larger ones.'));
    return undefined;
  }
  try {
    const stored = await Promise.all(added.map(storeFile));
    // Names in the server's storage and contents cannot be stored side by side: new files take the place of those.
    return writeStoredFiles([...present.filter((file) => file.saved.startsWith('data:')), ...stored]);
  } catch (error) {
    showErrorToast(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The files that the flow itself keeps, for runs that bring none. */
export function FileField({ info, value, onChange, control }: ParamFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const files = readStoredFiles(value);
  return (
    <div className="flex flex-col gap-1">
      {files.map((file) => (
        <div key={file.saved} className="flex h-8 items-center gap-2 rounded-control border border-border pl-2">
          <File aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate" title={file.name}>
            {file.name}
          </span>
          <IconButton
            label={t('Remove {name}', { name: file.name })}
            icon={<X />}
            onClick={() => onChange(writeStoredFiles(files.filter((other) => other !== file)))}
          />
        </div>
      ))}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={info.accept?.join(',')}
        onChange={async (event) => {
          const added = [...(event.target.files ?? [])];
          event.target.value = '';
          const saved = await addFiles(files, added);
          if (saved !== undefined) onChange(saved);
        }}
      />
      <Button {...control} className="w-full" icon={<FolderOpen />} onClick={() => input.current?.click()}>
        {t('Keep files in the flow')}
      </Button>
      <p className="text-secondary text-muted">
        {t('Used by runs that bring no files. Files you upsert take their place.')}
      </p>
    </div>
  );
}
