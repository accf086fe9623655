import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { describeUpsertContract } from '../helpers/contracts/upsert-contract.ts';

describeUpsertContract('hnsw', () => ({
  store: (collection) => ({ definition: nodeDefinitions.hnsw, inputs: { collection } }),
}));
