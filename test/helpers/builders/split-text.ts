import type { TextChunk } from '../../../electron/server/core/chunk.ts';
import type { TextInput } from '../../../electron/server/core/document.ts';
import type { SplitterContext } from '../../../electron/server/core/text-splitter.ts';
import { openSplitter } from '../../../electron/server/nodes/open-loader.ts';
import { collect } from './collect.ts';

/** A flow that embeds through a service. */
export const ELSEWHERE: SplitterContext = { localModel: undefined, modelsFolder: '/nowhere' };

/** The chunks that a splitter node gives of a text. */
export async function splitText(
  name: string,
  params: unknown,
  input: TextInput,
  context: SplitterContext = ELSEWHERE,
): Promise<TextChunk[]> {
  const splitter = await openSplitter(name, params, context);
  if (splitter === undefined) throw new Error(`No splitter ${name}`);
  return collect(splitter.split(input));
}

/** The text in pieces of these lengths, repeated. */
export async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0;
  for (let index = 0; at < text.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1;
    yield text.slice(at, at + size);
    at += size;
  }
}
