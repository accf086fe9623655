import { EquationReader } from '../equation/equation-text.ts';
import { type InlineLook, InlineWriter } from '../text/inline-writer.ts';
import type { Script } from '../text/script-writer.ts';
import { hasPrivateSigns, shownIn } from '../text/symbol-fonts.ts';
import { childElements, findElements, textOf, type XmlElement } from './xml-tree.ts';

/** The texts of a diagram's (SmartArt) points, in stored order. */
export function diagramText(data: XmlElement): string {
  const points = findElements(data, 'pt').filter(({ attributes: { type } }) => type === undefined || type === 'node');
  return points
    .map(paragraphsText)
    .filter((text) => text.trim() !== '')
    .join('\n');
}

/** The paragraphs in an element, one per line. */
export function paragraphsText(element: XmlElement): string {
  return findElements(element, 'p').map(paragraphText).join('\n').trimEnd();
}

function paragraphText(paragraph: XmlElement): string {
  const writer = new InlineWriter();
  const written = inlineTexts(paragraph, PLAIN).map(({ text, look }) => writer.write(text, look));
  return [...written, writer.end()].join('');
}

/** How the text of a run shows, with its fonts. */
interface Look extends InlineLook {
  readonly font?: string | undefined;
  /** Of signs that are no letters. */
  readonly signFont?: string | undefined;
}

const PLAIN: Look = {};

interface InlineText {
  readonly text: string;
  readonly look: Look;
}

function inlineTexts(element: XmlElement, look: Look): readonly InlineText[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 't') return [{ text: shownText(textOf(child).replaceAll('\v', '\n'), look), look }];
    if (child.name === 'br') return [{ text: '\n', look: PLAIN }];
    if (child.name === 'oMath') return [{ text: equationText(child), look: PLAIN }];
    return inlineTexts(child, child.name === 'r' ? lookOf(child) : look);
  });
}

function shownText(text: string, { font, signFont }: Look): string {
  return shownIn(hasPrivateSigns(text) ? (signFont ?? font) : font, text);
}

function lookOf(run: XmlElement): Look {
  const settings = childElements(run).find(({ name }) => name === 'rPr');
  if (settings === undefined) return PLAIN;
  const fontOf = (element: string) => childElements(settings).find(({ name }) => name === element)?.attributes.typeface;
  const { baseline, strike = 'noStrike' } = settings.attributes;
  return {
    script: scriptOf(baseline),
    isStruck: strike !== 'noStrike',
    font: fontOf('latin'),
    signFont: fontOf('sym'),
  };
}

/** @param baseline by how much a run is raised, in thousandths of a percent */
function scriptOf(baseline: string | undefined): Script | undefined {
  const raised = Number(baseline ?? 0);
  if (raised > 0) return 'superscript';
  return raised < 0 ? 'subscript' : undefined;
}

function equationText(equation: XmlElement): string {
  const reader = new EquationReader();
  replay(equation, reader);
  return reader.text;
}

function replay({ name, attributes, children }: XmlElement, reader: EquationReader): void {
  reader.onOpen(name, attributes);
  for (const child of children) {
    if (typeof child === 'string') reader.onText(child);
    else replay(child, reader);
  }
  reader.onClose();
}
