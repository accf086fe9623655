import { safeStorage } from 'electron';
import type { Keyring } from './key-keeper.ts';

/** Keychain of macOS, DPAPI of Windows, and on Linux the Secret Service or KWallet. Only after Electron is ready. */
export const systemKeyring: Keyring = {
  isAvailable() {
    if (!safeStorage.isEncryptionAvailable()) return false;
    // Without a keyring, Chromium on Linux seals with a password that everybody knows.
    return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  },
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
};
