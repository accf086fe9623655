// @ts-check
// electron-builder calls this when an app is packed, before it makes installers of it (`afterPack`).
import { Arch } from 'electron-builder';
import { BUDGET_BYTES, describeParts, foreignPrograms, listPackage, packageBytes } from './lib/package-parts.mjs';
import { say } from './lib/paths.mjs';

/**
 * @param {import('electron-builder').AfterPackContext} context
 * @returns {Promise<void>}
 * @throws {Error} if our part is too large, or has programs for another processor
 */
export async function afterPack({ appOutDir, arch, electronPlatformName, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  say(`\nBeside Electron, ${electronPlatformName} on ${Arch[arch]}:\n${describeParts(listPackage(resources))}\n`);
  const bytes = packageBytes(resources);
  if (bytes > BUDGET_BYTES) {
    throw new Error(
      `The package has ${(bytes / 1e6).toFixed(1)} MB beside Electron, more than the ${BUDGET_BYTES / 1e6} it may have: see the list above, and \`files\` in electron-builder.yml.`,
    );
  }
  const foreign = foreignPrograms(resources, `${electronPlatformName}-${Arch[arch]}`);
  if (foreign.length > 0) {
    throw new Error(
      `The package has programs for another system or processor: ${foreign.join(', ')}. Build it on the system and processor that it is for, after npm ci there.`,
    );
  }
}
