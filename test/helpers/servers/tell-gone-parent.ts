import { readSync } from 'node:fs';
import { onParentStop, tellParent } from '../../../electron/server/parent-link.ts';

/** Started by a test: sends its parent a message just after the parent has ended, before this process can notice. */
onParentStop(() => process.stdout.write('stopped\n'));
process.send?.('ready');
// The channel closes meanwhile, and so does this process.
readSync(0, Buffer.alloc(1));
void tellParent({ runningUpserts: 1 });
