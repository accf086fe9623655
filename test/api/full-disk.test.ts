import { describeFullDisk } from '../helpers/contracts/full-disk-contract.ts';
import { mountMemory } from '../helpers/servers/small-disk.ts';

describeFullDisk('a disk in memory', mountMemory);
