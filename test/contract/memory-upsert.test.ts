import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';

describeUpsertContract('the in-memory store', () => ({
  store: (collection) => ({ definition: nodeDefinitions.memoryVectorStore, inputs: { collection } }),
}));
