import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { LOCAL_MODELS } from '../../shared/nodes/embeddings/local-models.ts';
import { allCategories } from '../../shared/nodes/kinds.ts';
import { paramInfo } from '../../shared/nodes/params.ts';
import { unreadKinds } from '../../shared/nodes/unread-kinds.ts';

function textsOfParams(definition: NodeDefinition): readonly (string | undefined)[] {
  return Object.values(definition.params.shape)
    .map(paramInfo)
    .flatMap(({ title, help, placeholder, choices = [], unit }) => [
      ...[title, help, placeholder, unit],
      ...choices.flatMap(({ label, help: more }) => [label, more]),
    ]);
}

/** What the window shows of the definitions of nodes, where it is translated as it is shown: what is saved in a flow stays in English. */
export function nodeTexts(definitions: readonly NodeDefinition[]): readonly string[] {
  const categories = allCategories();
  const ofDefinitions = definitions.flatMap((definition) => [
    ...[definition.description, definition.testLabel, definition.note, definition.credential?.label],
    ...definition.inputs.flatMap(({ label, help }) => [label, help]),
    ...definition.outputs.map(({ label }) => label),
    ...textsOfParams(definition),
  ]);
  const ofModels = LOCAL_MODELS.flatMap(({ label, languages, purpose }) => [label, languages, purpose]);
  const ofUnreadKinds = unreadKinds.flatMap(({ kind, remedy }) => [kind, remedy]);
  const texts = [...categories, ...ofDefinitions, ...ofModels, ...ofUnreadKinds];
  return [...new Set(texts.filter((text) => text !== undefined && /\p{L}{2}/u.test(text)) as string[])];
}

/** A text of the window where it stands in the code: `t('…')` or `rich('…')`. */
export interface FoundText {
  readonly text: string;
  /** "renderer/app/rail.tsx:12". */
  readonly place: string;
  /** The names of its values, or that they stand elsewhere; undefined where it has none, and is taken as it is. */
  readonly values: readonly string[] | 'elsewhere' | undefined;
}

const FOLDERS = ['electron/main/**/*.ts', 'renderer/**/*.{ts,tsx}', 'shared/**/*.ts'];

function isText(node: ts.Expression | undefined): node is ts.StringLiteralLike {
  return node !== undefined && ts.isStringLiteralLike(node);
}

function valuesOf(node: ts.Expression | undefined): FoundText['values'] {
  if (node === undefined) return undefined;
  if (!ts.isObjectLiteralExpression(node)) return 'elsewhere';
  return node.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
}

/** All texts that the window shows, as they stand in the code below `root`, in the order of files. */
export function readTexts(root: string): readonly FoundText[] {
  const found: FoundText[] = [];
  for (const path of globSync(FOLDERS, { cwd: root }).toSorted()) {
    const file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(t|rich)$/.test(node.expression.text)) {
        const [text, values] = node.arguments;
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        const place = `${relative('.', path)}:${line + 1}`;
        if (isText(text)) found.push({ text: text.text, place, values: valuesOf(values) });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
