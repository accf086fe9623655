import { createMemoryStores } from '../../electron/server/stores/memory/memory-stores.ts';
import { describeVectorStore } from '../helpers/contracts/vector-store-contract.ts';

const stores = createMemoryStores();

describeVectorStore('The in-memory store', () => ({ open: stores.openMemoryStore }));
