const SIGNATURE = 0x22_3e_9f_78;
/** Signature and a key. */
export const TNEF_HEAD_BYTES = 6;

/** Whether bytes begin as what Outlook packs does (TNEF). */
export function isTnef(bytes: Buffer): boolean {
  return bytes.length >= TNEF_HEAD_BYTES && bytes.readUInt32LE(0) === SIGNATURE;
}
