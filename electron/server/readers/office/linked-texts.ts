import { UserError } from '../../../../shared/errors/errors.ts';
import { chartText } from './chart-text.ts';
import { diagramText } from './drawing-text.ts';
import type { OfficePackage } from './office-xml.ts';
import type { Relationship } from './relationships.ts';
import { readTree, type XmlElement } from './xml-tree.ts';

const WRITERS = new Map<string, (part: XmlElement) => string | Promise<string>>([
  ['chart', chartText],
  ['chartEx', chartText],
  ['diagramData', diagramText],
]);

/** The texts of the charts and diagrams (SmartArt) that a part refers to, by the ids of its relationships. One that can't be read is reported. */
export async function readLinkedTexts(
  office: OfficePackage,
  relationships: readonly Relationship[],
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, type, part } of relationships) {
    const write = WRITERS.get(type);
    if (write === undefined) continue;
    office.signal.throwIfAborted();
    try {
      texts.set(id, await write(await readTree(office, part)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      office.onNote?.(`Left out: a chart or diagram, since its part "${part}" is damaged or missing.`);
    }
  }
  return texts;
}
