import ts from 'typescript';
import type { Plugin } from 'vite';

/** What only the document of the API says of an operation. */
const WORDS: ReadonlySet<string> = new Set(['tag', 'summary', 'description', 'errors']);

function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined;
}

/** What is said of a schema: the call `.meta(…)` behind it. */
function describedEnd(node: ts.Node): number | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return node.expression.name.text === 'meta' ? node.expression.expression.getEnd() : undefined;
}

/** The code of operations and schemas without their words. What is left keeps its place, so that source maps hold. */
export function withoutWords(code: string): string {
  const gaps: [start: number, end: number][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.some((property) => nameOf(property) === 'method')) {
      for (const property of node.properties) {
        if (!WORDS.has(nameOf(property) ?? '')) continue;
        const end = property.getEnd();
        gaps.push([property.getStart(), code[end] === ',' ? end + 1 : end]);
      }
    }
    const described = describedEnd(node);
    if (described !== undefined) gaps.push([described, node.getEnd()]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('operations.ts', code, ts.ScriptTarget.Latest, true));
  return gaps.reduce(
    (text, [start, end]) => text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end),
    code,
  );
}

/** The page calls operations, and checks what they answer; their words come with the document of the API, where it shows them. */
export function leaveOutWords(): Plugin {
  return {
    name: 'leave-out-words',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]shared[\\/](?:operations|api)[\\/][\w-]+\.ts$/ },
      handler: (code) => ({ code: withoutWords(code), map: null }),
    },
  };
}
