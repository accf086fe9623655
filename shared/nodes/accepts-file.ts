import type { NodeDefinition } from './define-node.ts';

/** Extension of a file name with the dot, lower case; "" if it has none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 ? '' : fileName.slice(dot).toLowerCase();
}

/** Whether a loader accepts files with this name. The loader itself checks the content. */
export function acceptsFile(definition: NodeDefinition, fileName: string): boolean {
  return definition.upload?.extensions.includes(extensionOf(fileName)) ?? false;
}

/** Whether a loader accepts uploads with this name if no other loader does. */
export function acceptsAnyName(definition: NodeDefinition): boolean {
  return definition.upload?.anyName ?? false;
}
