import { z } from 'zod';

/** What keeps the key that encrypts credentials: a file of the data folder, or the keyring of the system. */
export const KeyPlaceSchema = z.enum(['file', 'keyring']);
export type KeyPlace = z.infer<typeof KeyPlaceSchema>;

/** Where the key is, and what stands in the way of moving it. */
export interface KeyFacts {
  readonly place: KeyPlace | 'environment';
  readonly obstacle:
    | null
    /** The system has no keyring, or one that is not protected. */
    | 'no-keyring'
    /** The server was started by another program, which holds the key. */
    | 'joined'
    /** The keyring does not open what it once sealed. */
    | 'unreadable';
}
