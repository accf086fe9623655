import { describeSplitterStreams } from '../helpers/contracts/splitter-stream-contract.ts';

describeSplitterStreams(200);
