import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { createRtfTextReader } from '../rtf/rtf-text.ts';
import { decompressRtf } from './compressed-rtf.ts';
import { fullerText, saysAllOfPage } from './fuller-text.ts';
import { textOfHtml } from './mail-documents.ts';

/** The forms in which a message has its text; empty or undefined for those that it lacks. */
export interface BodyForms {
  readonly plain: string;
  readonly html?: string | undefined;
  /** As Outlook packs it. */
  readonly rtf?: Buffer | undefined;
}

/**
 * The text of a message: the plain one, unless it stands for the page or says much less.
 * @throws UserError FILE_CORRUPT when the page, or RTF, is all that there is and can't be read; CompoundDamage
 */
export async function chooseBody({ plain, html = '', rtf }: BodyForms, file: SourceFile): Promise<string> {
  if (html !== '') {
    if (plain !== '' && saysAllOfPage(plain, html)) return plain;
    return fullerText(plain, await textOfPage(html, plain !== '', file));
  }
  if (plain !== '' || rtf === undefined) return plain;
  const reader = await createRtfTextReader();
  return (reader.write(decompressRtf(rtf).toString('latin1')) + reader.end()).trim();
}

async function textOfPage(html: string, isSecond: boolean, file: SourceFile): Promise<string> {
  try {
    return (await textOfHtml(html, file)).text.trim();
  } catch (error) {
    // The plain text is enough.
    if (isSecond && error instanceof UserError) return '';
    throw error;
  }
}
