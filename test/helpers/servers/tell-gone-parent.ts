import { readSync } from 'node:fs';
import { onParentStop, tellParent } from '../../../electron/server/parent-link.ts';

/** Started by a test: tells its parent something while that has gone, which it can not have seen yet. */
onParentStop(() => process.stdout.write('stopped\n'));
process.send?.('ready');
// The channel is closed meanwhile, and so is this.
readSync(0, Buffer.alloc(1));
tellParent({ runningUpserts: 1 });
