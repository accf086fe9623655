import type { NodeDefinition } from './define-node.ts';

/** Extension of a file name with the dot, lower case; "" when it has none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot).toLowerCase();
}

/** Whether a loader knows files of this name. Whether the content is what the name says is the loader's to find out. */
export function acceptsFile(definition: NodeDefinition, fileName: string): boolean {
  return definition.upload?.extensions.includes(extensionOf(fileName)) ?? false;
}

/** Whether a loader takes uploads of this name when no other does. */
export function acceptsAnyName(definition: NodeDefinition): boolean {
  return definition.upload?.anyName ?? false;
}
