import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeNodes } from '../../../build/docs/describe-nodes.ts';
import { defineNode } from '../../../shared/nodes/define-node.ts';
import { choiceParam, jsonObjectParam, numberParam, secretParam, textParam } from '../../../shared/nodes/params.ts';
import { allNodeDefinitions } from '../../../shared/nodes/registry.ts';

const node = defineNode({
  kind: 'documentloader',
  name: 'example',
  version: 3,
  label: 'Example',
  description: 'Shows what the page says.',
  icon: 'box',
  type: 'Document',
  synonyms: ['sample', 'demo'],
  credential: { kind: 'exampleApi', label: 'Example account', vendorHosts: [] },
  connects: true,
  params: z.object({
    text: textParam({ title: 'Text', required: true, help: 'What | where' }),
    size: numberParam({ title: 'Size', default: 0, min: 0, max: 9, unit: 'pages' }),
    way: choiceParam({
      title: 'Way',
      default: 'b',
      choices: [
        { value: 'a', label: 'A' },
        { value: 'b', label: 'B' },
      ],
    }),
    extra: jsonObjectParam({ title: 'Extra' }),
    token: secretParam({ title: 'Token' }),
  }),
  summary: () => '',
  inputs: [{ name: 'textSplitter', label: 'Text Splitter', type: 'TextSplitter', optional: true, help: '' }],
  outputs: [{ name: 'document', label: 'Document', type: 'Document', baseClasses: ['Document'] }],
  upload: { param: 'text', extensions: ['.a', '.b'] },
});

describe('describeNodes', () => {
  test('says of each input name, type, default, and whether a call can set it', () => {
    const page = describeNodes([node]);
    expect(page).toContain('## Document Loaders\n\n### Example\n\n`example`, version 3. Shows what the page says.');
    expect(page).toContain('Takes: Text Splitter (optional). Gives: Document.');
    expect(page).toContain('Files: .a .b');
    expect(page).toContain('Credential: Example account (`exampleApi`)');
    expect(page).toContain('| `text`<br>Text | text |  | yes | Required. What \\| where |');
    expect(page).toContain('| `size`<br>Size | number from 0 to 9 (pages) | `0` | yes |  |');
    expect(page).toContain('| `way`<br>Way | one of `a`, `b` | `b` | yes |  |');
    expect(page).toContain('| `extra`<br>Extra | JSON |  | yes |  |');
    expect(page).toContain('| `token`<br>Token | secret |  | no |  |');
    expect(page).toContain('Found by: sample, demo.');
  });

  test('has a part for every node there is', () => {
    const page = describeNodes(allNodeDefinitions);
    for (const { name, version } of allNodeDefinitions) expect(page).toContain(`\`${name}\`, version ${version}.`);
  });
});
