import { describeFullDisk } from '../helpers/contracts/full-disk-contract.ts';
import { mountExt4 } from '../helpers/servers/small-disk.ts';

describeFullDisk('an ext4 disk', mountExt4);
