import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Attributes that a person reads or hears. */
const READ = new Set(
  'label aria-label aria-description aria-roledescription aria-valuetext title alt help hint placeholder lead heading confirmLabel cancelLabel closeLabel whatHappened whatToDo loading empty description'.split(
    ' ',
  ),
);

/** Addresses, JSON and short names in capitals are the same in all languages. */
function hasWords(text: string): boolean {
  return /\p{Ll}{2}/u.test(text) && !/:\/\/|^\{/.test(text);
}

/** Words of these elements are code, which is the same in all languages. */
function isCode(node: ts.Node): boolean {
  return ts.isJsxElement(node) && /^(code|kbd|pre)$/.test(node.openingElement.tagName.getText());
}

/** The literal texts an expression may give, where it is not a call. */
function literalsOf(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (!ts.isBinaryExpression(node)) return [];
  const { kind } = node.operatorToken;
  const isChoice =
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return isChoice ? literalsOf(node.right) : [];
}

function wordsOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ');
}

function unmarkedIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isJsxText(node)) return hasWords(node.text) && !isCode(node.parent) ? [node] : [];
  if (ts.isJsxAttribute(node)) {
    const { initializer, name } = node;
    if (initializer === undefined || !READ.has(name.getText())) return [];
    const literals = ts.isJsxExpression(initializer)
      ? literalsOf(initializer.expression ?? ts.factory.createNull())
      : [initializer as ts.Expression];
    return literals.filter((each) => hasWords(wordsOf(each)));
  }
  const isChild = ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
  if (!isChild || node.expression === undefined || isCode(node.parent)) return [];
  return literalsOf(node.expression).filter((each) => hasWords(wordsOf(each)));
}

/** Words of elements of the window that go by no catalogue: "renderer/app/rail.tsx:12 Flows". */
export function readUnmarked(root: string): readonly string[] {
  const found: string[] = [];
  for (const path of globSync('renderer/**/*.tsx', { cwd: root }).toSorted()) {
    const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      for (const each of unmarkedIn(node)) {
        const { line } = file.getLineAndCharacterOfPosition(each.getStart());
        found.push(`${path}:${line + 1} ${each.getText().trim()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
