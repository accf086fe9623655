import type { CitedPiece } from './cited-text.ts';

/** Signs of no language, for what Markdown must not read: a citation, and where what is not checked begins. */
const [CITATION, CITATION_END, OPEN] = ['\uE000', '\uE001', '\uE002'];
const SIGN = /\uE000(\d+)\uE001|\uE002/g;

/**
 * The text of an answer as Markdown with signs in the place of its citations, which are numbered from 0 on, in their order.
 * @param openText what is not checked yet, behind the pieces
 */
export function signedMarkdown(pieces: readonly CitedPiece[], openText: string): string {
  let index = 0;
  const clean = (text: string) => text.replaceAll(/[\uE000-\uE002]/g, '');
  const settled = pieces.map(({ text, citations }) => {
    return clean(text) + citations.map(() => `${CITATION}${index++}${CITATION_END}`).join('');
  });
  const open = clean(openText);
  // At the end of a line: in front of one it would be no heading or list any more.
  return settled.join('') + (pieces.length === 0 || open === '' ? open : OPEN + open);
}

/** What of a tree of HTML elements is needed here. */
interface TreeNode {
  type: string;
  value?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

/** Puts `<cite data-index>` in the place of signs, and `<span>` around what is not checked yet. */
export function replaceSigns(tree: TreeNode, isOpenAtFirst: boolean): void {
  let isOpen = isOpenAtFirst;
  const textOf = (value: string): TreeNode[] => {
    if (value === '') return [];
    const text = { type: 'text', value };
    return isOpen && value.trim() !== ''
      ? [{ type: 'element', tagName: 'span', properties: {}, children: [text] }]
      : [text];
  };
  const partsOf = (value: string): TreeNode[] => {
    const parts: TreeNode[] = [];
    let at = 0;
    for (const { 0: sign, 1: number, index } of value.matchAll(SIGN)) {
      parts.push(...textOf(value.slice(at, index)));
      at = index + sign.length;
      if (number === undefined) isOpen = true;
      else parts.push({ type: 'element', tagName: 'cite', properties: { dataIndex: number }, children: [] });
    }
    return [...parts, ...textOf(value.slice(at))];
  };
  const visit = (node: TreeNode): void => {
    if (node.children === undefined) return;
    node.children = node.children.flatMap((child) => {
      if (child.type === 'text') return partsOf(child.value ?? '');
      visit(child);
      return [child];
    });
  };
  visit(tree);
}
