import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import type { UploadedFile } from '../servers/api-client.ts';
import { makeApiConfig } from './flows.ts';

/** A node with its inputs. */
export interface NodeUse {
  readonly definition: NodeDefinition;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The nodes that the contract tests. */
export interface UpsertParts {
  /** The vector store with its own collection of this name (letters, digits, underscores). */
  store(name: string): NodeUse;
  /** A record manager; the contract sets its namespace and clean-up. SQLite's by default. */
  records?(): NodeUse;
  stop?(): void | Promise<void>;
}

export const LONG_MS = 60_000;
export const SPLITTER = { chunkSize: 200, chunkOverlap: 0 };
export const SWITCHES = makeApiConfig({ 'Text File': ['files', 'metadata', 'returnSourceDocuments'] });
export const NOTHING = { numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0 };

/** Paragraphs of equal length; each becomes a chunk. */
export function paragraphs(from: number, to: number, word = 'Paragraph'): string[] {
  return Array.from({ length: to - from }, (_, index) =>
    `${word} ${String(from + index).padStart(5, '0')} ${'says a little more '.repeat(8)}`.trim(),
  );
}

export function file(name: string, parts: readonly string[]): UploadedFile {
  return { name, content: parts.join('\n\n') };
}
