import { expect, test } from 'vitest';
import { z } from 'zod';
import { findParamProblems } from '../../../../shared/flow/parse-params.ts';
import { numberParam, optionalNumberParam } from '../../../../shared/nodes/params.ts';
import { recursiveCharacterTextSplitter } from '../../../../shared/nodes/textsplitters/recursive-character-text-splitter.ts';

const shown = { title: 'Size', min: 1, max: 5000 };

test.each([
  [0, 'must be at least 1'],
  [-3, 'must be at least 1'],
  ['0', 'must be at least 1'],
  [5001, 'must be at most 5,000'],
  [1.5, 'must be a whole number'],
  ['many', 'must be a number'],
  [true, 'must be a number'],
])('a number that is %j %s', (value, message) => {
  for (const param of [numberParam({ ...shown, default: 10 }), optionalNumberParam(shown)]) {
    const { error } = z.object({ param }).safeParse({ param: value });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  }
});

test('a chunk size that is none has one fault, and none of the overlap', () => {
  expect(findParamProblems(recursiveCharacterTextSplitter, { chunkSize: 0 })).toMatchObject([
    { param: 'chunkSize', message: 'Chunk size must be at least 1' },
  ]);
  expect(findParamProblems(recursiveCharacterTextSplitter, { chunkSize: 100, chunkOverlap: 100 })).toMatchObject([
    { param: 'chunkOverlap', message: 'Chunk overlap must be smaller than the chunk size' },
  ]);
});
