import { z } from 'zod';
import { type AppError, toAppError, toErrorData, UserError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { FlowGraph } from '../../../../shared/flow/flow-document.ts';
import { disabledNodes } from '../../../../shared/flow/node-marks.ts';
import type { PlannedLoader, UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import { acceptsAnyName, acceptsFile } from '../../../../shared/nodes/accepts-file.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import { savableKindOf } from '../../../../shared/nodes/unread-kinds.ts';
import type { SourceFile } from '../../core/document.ts';
import type { JobFile } from '../../core/load-job.ts';
import { kindNotRead } from '../../readers/errors/file-errors.ts';
import { badFilesError } from './look-at-files.ts';
import type { FilesByLoader } from './source-part.ts';

/** What matters of a loader for the files that it takes. */
type FileTaker = Pick<PlannedLoader, 'id' | 'label' | 'definition'>;

/** The disabled loaders of a flow. */
export function disabledLoaders({ nodes }: Pick<FlowGraph, 'nodes'>): FileTaker[] {
  return disabledNodes(nodes).flatMap(({ id, data }) => {
    const definition = findNodeDefinition(data.name);
    return definition?.kind === 'documentloader' ? [{ id, label: data.label, definition }] : [];
  });
}

export interface UploadRules {
  /** Loaders of the flow that no run uses. */
  readonly disabled: readonly FileTaker[];
  readonly mayUpload: (loader: PlannedLoader) => boolean;
  readonly skipFailedFiles: boolean;
}

/**
 * Gives each upload to every loader that takes its type (decisions, part 4). A loader that gets none contributes nothing. With `skipFailedFiles` a file that no
 * loader takes goes to the first one, as one that can't be read.
 * @throws UserError UNSUPPORTED_FILE_TYPE (415) listing what is taken; FILE_UPLOADS_OFF (400) when the only loaders that would take it
 *   have uploads switched off; NODE_DISABLED (422) when they are disabled.
 */
export function assignUploads(
  plan: UpsertPlan,
  uploads: readonly SourceFile[],
  { mayUpload, disabled, skipFailedFiles }: UploadRules,
): FilesByLoader {
  const assigned = new Map<string, JobFile[]>();
  const add = ({ id }: PlannedLoader, file: JobFile): void => {
    const files = assigned.get(id) ?? [];
    assigned.set(id, files);
    files.push(file);
  };
  const [bad, ...others] = uploads.flatMap((file) => {
    return takersOf(plan.loaders, file).length > 0 ? [] : [{ name: file.name, error: notTaken(plan, file, disabled) }];
  });
  const isAllBad = others.length + 1 === uploads.length;
  if (bad !== undefined && (isAllBad || !skipFailedFiles)) throw badFilesError([bad, ...others], uploads.length);
  for (const file of uploads) {
    const takers = takersOf(plan.loaders, file);
    const [first] = takers;
    if (first === undefined) {
      const reader = plan.loaders.find(({ definition }) => definition.upload !== undefined);
      if (reader !== undefined) add(reader, { ...file, problem: toErrorData(notTaken(plan, file, disabled)) });
      continue;
    }
    const open = takers.filter(mayUpload);
    if (open.length === 0) {
      throw new UserError(
        'FILE_UPLOADS_OFF',
        `${first.label} does not take uploads by the API: switch on "files" for it under the flow's overrides.`,
        { nodeId: first.id, details: { file: file.name } },
      );
    }
    for (const loader of open) add(loader, file);
  }
  return assigned;
}

/** The loaders that know files of that name, else those that find out by the content. */
function takersOf<Taker extends FileTaker>(loaders: readonly Taker[], file: SourceFile): readonly Taker[] {
  const byName = loaders.filter((loader) => acceptsFile(loader.definition, file.name));
  return byName.length > 0 ? byName : loaders.filter((loader) => acceptsAnyName(loader.definition));
}

function notTaken(plan: UpsertPlan, file: SourceFile, disabled: readonly FileTaker[]): AppError {
  const [resting] = takersOf(disabled, file);
  if (resting !== undefined) {
    return new UserError(
      'NODE_DISABLED',
      `${file.name} is for ${resting.label}, which is disabled: enable it, or leave the file out.`,
      { nodeId: resting.id, details: { file: file.name } },
    );
  }
  const accepted = [...new Set(plan.loaders.flatMap((loader) => loader.definition.upload?.extensions ?? []))].sort();
  const unread = savableKindOf(file.name, accepted);
  if (unread !== undefined) {
    return toAppError(withNodeId(kindNotRead(file, unread), plan.loaders[0]?.id ?? ''));
  }
  const taken = accepted.length === 0 ? 'This flow takes no files' : `This flow takes ${accepted.join(' ')}`;
  return new UserError(
    'UNSUPPORTED_FILE_TYPE',
    `No loader of the flow takes ${file.name}. ${taken}: send such a file, or add a loader for it.`,
    {
      nodeId: plan.loaders[0]?.id,
      details: { file: file.name, accepted },
    },
  );
}

const StoredListSchema = z.array(z.string());

/** `data:<type>;base64,<content>,filename:<name>`, as Flowise stores a file in a node. */
const DATA_URL = /^data:[^,]*;base64,([A-Za-z0-9+/=]*),filename:(.*)$/s;

function storedValues(value: string): readonly string[] {
  if (!value.trimStart().startsWith('[')) return [value];
  try {
    return StoredListSchema.parse(JSON.parse(value));
  } catch {
    // Not a list after all: the caller refuses it as a file that is not there.
    return [value];
  }
}

/** Writes a file for a run. @returns its path */
type WriteFile = (name: string, bytes: Uint8Array) => Promise<string>;

async function writeStored(
  loader: PlannedLoader,
  value: string,
  write: WriteFile,
  prefix: string,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const [index, stored] of storedValues(value).entries()) {
    const [, content, name] = DATA_URL.exec(stored) ?? [];
    if (content === undefined || name === undefined) {
      throw new UserError(
        'NO_FILES',
        `${loader.label} names files that were kept on another server: choose them again in the node.`,
        {
          nodeId: loader.id,
        },
      );
    }
    const bytes = Buffer.from(content, 'base64');
    const path = await write(`${prefix}-${index}`, bytes);
    files.push({ name, path, sizeBytes: bytes.length });
  }
  return files;
}

/**
 * The files stored in the flow itself, written for the run: a call without uploads runs on them.
 * @throws UserError NO_FILES (422) when no loader has files, and none fetches by itself.
 */
export async function restoreStoredFiles(plan: Pick<UpsertPlan, 'loaders'>, write: WriteFile): Promise<FilesByLoader> {
  const assigned = new Map<string, readonly SourceFile[]>();
  for (const [index, loader] of plan.loaders.entries()) {
    const param = loader.definition.upload?.param;
    const value = param === undefined ? '' : loader.inputs[param];
    if (typeof value !== 'string' || value === '') continue;
    assigned.set(loader.id, await writeStored(loader, value, write, `stored-${index}`));
  }
  if (assigned.size === 0 && plan.loaders.every((loader) => loader.definition.upload !== undefined)) {
    const [loader] = plan.loaders;
    throw new UserError(
      'NO_FILES',
      'There is nothing to load: send files with the call, or choose some in the loader.',
      {
        nodeId: loader?.id,
      },
    );
  }
  return assigned;
}
