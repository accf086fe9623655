import { expect, test } from 'vitest';
import { SearchResultSchema } from '../../shared/api/search.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';

// Not the shared server: a question that names no owner waits for the services of all flows of other files, too.
const suite = setUpApiSuite({}, 'own');

test('a flow whose chunks are in memory is asked too, when no owner is named', async () => {
  const flow = makeFlow({ basepath: suite.fake.basepath, storeNode: nodeDefinitions.memoryVectorStore });
  const { id } = await suite.api.createFlow(flow);
  const content = 'The ferry leaves at noon from the old pier.';
  await suite.api.upsert(id, [{ name: 'ferry.txt', content }]);
  const { body } = await suite.api.json('POST', '/search', { query: content });
  expect(SearchResultSchema.parse(body).docs).toMatchObject([{ pageContent: content, owner: { id } }]);
});
