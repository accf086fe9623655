import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { readCMap } from '../../readers/pdf/read-cmap.ts';

/**
 * One of the CMaps that Chinese, Japanese and Korean PDFs name instead of having it, for whoever draws such a PDF.
 * @throws UserError NOT_FOUND
 */
export async function readCharacterMap(fileName: string): Promise<Uint8Array> {
  try {
    return await readCMap(fileName);
  } catch (error) {
    if (!(error instanceof RangeError) && codeOf(error) !== 'ENOENT') throw error;
    throw new UserError('NOT_FOUND', `There is no character map ${fileName}: the PDF names one that nobody knows.`);
  }
}
