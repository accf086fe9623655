import { dirname, isAbsolute, join, normalize, sep } from 'node:path';

/** A path as a person writes it, in full: `~` is the home folder. Undefined for one that is not. */
export function fullPath(path: string, home: string): string | undefined {
  const full = /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : normalize(path);
  return isAbsolute(full) ? full : undefined;
}

/** What the user has chosen or saved by a dialog, or agreed to see: this, and what lies in such a folder, is shown without asking. */
export class KnownPaths {
  readonly #paths = new Set<string>();

  add(path: string): void {
    this.#paths.add(normalize(path));
  }

  /** Whether the path, or a folder that it lies in, is known. */
  has(path: string): boolean {
    for (let part = normalize(path); ; part = dirname(part)) {
      if (this.#paths.has(part) || this.#paths.has(part + sep)) return true;
      if (part === dirname(part)) return false;
    }
  }
}
