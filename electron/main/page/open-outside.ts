import { shell } from 'electron';
import { messageOf, note } from '../logs/app-log.ts';
import { isWebAddress } from './addresses.ts';

/** Opens a web address in the system's browser; any other is passed over, as it could start a program. */
export function openOutside(address: string): void {
  if (!isWebAddress(address)) return;
  shell.openExternal(address).catch((error: unknown) => {
    note('error', `The system could not open ${address}: ${messageOf(error)}`);
  });
}
