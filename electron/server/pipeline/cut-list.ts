import { DRY_RUN_LIST_LIMIT, type DryRunUpdate } from '../../../shared/api/dry-run.ts';
import type { Metadata } from '../core/document.ts';

/** Characters that one list of the answer holds at most: long chunks, fewer of them. */
const LIST_CHARACTERS = 4 * 1024 * 1024;

/** The first documents of a list that may be longer. */
export class CutList {
  readonly documents: DryRunUpdate[] = [];
  isCut = false;
  #characters = 0;

  /** @param previous metadata that the chunk has in the store */
  add(pageContent: string, metadata: string, previous?: Metadata): void {
    const characters = pageContent.length + metadata.length;
    if (this.documents.length === DRY_RUN_LIST_LIMIT || this.#characters + characters > LIST_CHARACTERS)
      this.isCut = true;
    if (this.isCut) return;
    this.#characters += characters;
    const parsed: DryRunUpdate['metadata'] = JSON.parse(metadata);
    this.documents.push({
      pageContent,
      metadata: parsed,
      ...(previous === undefined ? {} : { previousMetadata: { ...previous } }),
    });
  }
}
