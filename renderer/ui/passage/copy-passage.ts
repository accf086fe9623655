import { t } from '../../../shared/texts/t.ts';
import { showErrorToast } from '../feedback/toast.tsx';
import { passageTitle, placeUnderTitle } from './describe-passage.ts';
import { joinLines } from './join-lines.ts';

interface CopiedPassage {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The text of a passage as it reads, and a line that says where it stands. */
export function quotePassage({ pageContent, metadata }: CopiedPassage): string {
  const place = placeUnderTitle(metadata);
  const title = passageTitle(metadata);
  return `${joinLines(pageContent).text}\n\n— ${place === undefined ? title : `${title}, ${place}`}\n`;
}

/** Copies it; says so where the browser does not let the page. Resolves to whether it was copied. */
export async function copyPassage(passage: CopiedPassage): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(quotePassage(passage));
    return true;
  } catch {
    showErrorToast(t('The browser does not let this page copy. Select the text and copy it with the keyboard.'));
    return false;
  }
}
