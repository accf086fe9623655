import { expect, test } from 'vitest';
import { UpsertResultSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

const suite = setUpApiSuite();

const stored = `data:text/plain;base64,${Buffer.from('Beans climb.').toString('base64')},filename:a.txt`;

test('headers and encoding of an embedding node reach the server as Flowise sends them', async () => {
  const { id } = await suite.api.createFlow(
    makeFlow({
      basepath: suite.fake.basepath,
      loaderInputs: { txtFile: stored },
      embedding: { baseOptions: '{"X-Team": "library"}', encodingFormat: 'float' },
    }),
  );
  expect(await suite.api.json('POST', `/vector/upsert/${id}`, {})).toMatchObject({ body: { numAdded: 1 } });
  expect(suite.fake.lastCall).toMatchObject({ encodingFormat: 'float', headers: { 'x-team': 'library' } });
});

test('a setting of Flowise that changes nothing here says so in the run that has it', async () => {
  const flow = (set: boolean) =>
    makeFlow({
      basepath: suite.fake.basepath,
      loader: nodeDefinitions.fileLoader,
      loaderInputs: { file: stored, legacyBuild: set },
      records: set ? { tableName: 'mine' } : {},
    });
  const messages = async (set: boolean) => {
    const { id } = await suite.api.createFlow(flow(set));
    const answer = await suite.api.json('POST', `/vector/upsert/${id}`, {});
    const { nodes } = await suite.api.run(UpsertResultSchema.parse(answer.body).runId);
    return nodes.flatMap(({ nodeId, message }) => (message === undefined ? [] : [`${nodeId}: ${message}`])).sort();
  };
  expect(await messages(true)).toEqual([
    'SQLiteRecordManager_0: Table name: No effect here: records are in the database of the app, separated by namespace.',
    'fileLoader_0: Legacy build: No effect here: old and new PDF files are read in the same way.',
  ]);
  expect(await messages(false)).toEqual([]);
});
