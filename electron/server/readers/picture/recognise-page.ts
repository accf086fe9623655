import { BugError } from '../../../../shared/errors/errors.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';

/** The recogniser of a job whose loader has text recognition switched on. */
export function recogniserOf({ recogniser }: LoadContext): TextRecogniser {
  if (recogniser === undefined) throw new BugError('Text is to be recognised without a recogniser');
  return recogniser;
}
