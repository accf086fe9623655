import { OperationalError } from '../../../../shared/errors/errors.ts';
import type { DownloadErrors } from '../../http/download-file.ts';

/** What helps whoever cannot get a model: it is always there. */
const WAY_OUT = 'or choose the built-in model, which works offline.';

function unavailable(modelId: string, message: string, cause?: unknown): OperationalError {
  return new OperationalError('MODEL_UNAVAILABLE', message, { details: { model: modelId }, cause });
}

function hubUnreachable(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `The model ${modelId} is not on this machine yet, and ${host} cannot be reached: connect to the internet and try again, ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

function downloadBroken(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `The download of the model ${modelId} from ${host} broke off: try again, it goes on where it stopped; ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

/** The hub answers 401 to whoever asks for a model that does not exist, too. */
function hubRefused(modelId: string, host: string, file: string, status: number): OperationalError {
  if (status === 404 && file.startsWith('onnx/')) {
    const message = `The model ${modelId} has no ${file} at ${host}: choose a model that comes with 8-bit ONNX files, ${WAY_OUT}`;
    return unavailable(modelId, message);
  }
  const message = `${host} does not give the model ${modelId} (status ${status} for ${file}): check its name, ${WAY_OUT}`;
  return unavailable(modelId, message);
}

/** A proxy's log-in page, say, with status 200. */
export function notAModel(modelId: string, host: string, cause: unknown): OperationalError {
  const message = `${host} answered with something else than the model ${modelId}: check that this network lets you reach it, ${WAY_OUT}`;
  return unavailable(modelId, message, cause);
}

/** Damaged on the way, or exchanged. */
export function unlikeListed(modelId: string, host: string, file: string): OperationalError {
  const message = `${file} of the model ${modelId} is not what ${host} lists, by its size or its hash, and was deleted: try again, ${WAY_OUT}`;
  return unavailable(modelId, message);
}

function diskFull(modelId: string, cause: unknown): OperationalError {
  const message = `The disk is full, so the model ${modelId} could not be stored: free some space and try again, it goes on where it stopped.`;
  return new OperationalError('DISK_FULL', message, { details: { model: modelId }, cause });
}

/**
 * What is said when a file of a model can't be fetched.
 * @param host of the hub
 * @param file its path in the model's repository
 */
export function downloadErrors(modelId: string, host: string, file: string): DownloadErrors {
  return {
    unreachable: (cause) => hubUnreachable(modelId, host, cause),
    broken: (cause) => downloadBroken(modelId, host, cause),
    refused: (status) => hubRefused(modelId, host, file, status),
    tooLarge: () => unlikeListed(modelId, host, file),
    diskFull: (cause) => diskFull(modelId, cause),
  };
}
