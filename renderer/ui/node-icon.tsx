import {
  Binary,
  BookCheck,
  BookMarked,
  BookOpen,
  Box,
  Braces,
  Cloud,
  CloudDownload,
  Cpu,
  Database,
  FileBraces,
  FileCode,
  FilePenLine,
  FileScan,
  FileSpreadsheet,
  Files,
  FileText,
  FileType,
  Folder,
  FolderGit2,
  Globe,
  Heading,
  Library,
  ListTree,
  type LucideIcon,
  MemoryStick,
  NotebookText,
  Presentation,
  Scissors,
  SeparatorVertical,
  Server,
  Sheet,
  TableProperties,
  TextCursorInput,
  TextQuote,
  Webhook,
} from 'lucide-react';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { wireColour } from './wires.tsx';

/** Icons by the names that definitions use. (Named one by one, so that only these are bundled.) */
export const NODE_ICONS: Readonly<Record<string, LucideIcon>> = {
  binary: Binary,
  'book-check': BookCheck,
  'book-marked': BookMarked,
  'book-open': BookOpen,
  braces: Braces,
  cloud: Cloud,
  'cloud-download': CloudDownload,
  cpu: Cpu,
  database: Database,
  files: Files,
  'file-braces': FileBraces,
  'file-code': FileCode,
  'file-pen-line': FilePenLine,
  'file-scan': FileScan,
  'file-spreadsheet': FileSpreadsheet,
  'file-text': FileText,
  'file-type': FileType,
  folder: Folder,
  'folder-git-2': FolderGit2,
  globe: Globe,
  heading: Heading,
  library: Library,
  'list-tree': ListTree,
  'memory-stick': MemoryStick,
  'notebook-text': NotebookText,
  presentation: Presentation,
  scissors: Scissors,
  'separator-vertical': SeparatorVertical,
  sheet: Sheet,
  server: Server,
  'table-properties': TableProperties,
  'text-cursor-input': TextCursorInput,
  'text-quote': TextQuote,
  webhook: Webhook,
};

/** The icon of a node in its square, tinted with the colour of what it gives; a grey box for a node that we do not have. */
export function NodeIcon({
  definition,
  size = 28,
}: {
  readonly definition: NodeDefinition | undefined;
  readonly size?: number;
}) {
  const Icon = (definition === undefined ? undefined : NODE_ICONS[definition.icon]) ?? Box;
  const colour = wireColour(definition?.outputs[0]?.type);
  return (
    <span
      aria-hidden="true"
      className="flex shrink-0 items-center justify-center rounded-control"
      style={{
        width: size,
        height: size,
        color: `color-mix(in srgb, ${colour} 82%, var(--ink))`,
        background: `color-mix(in srgb, ${colour} 14%, transparent)`,
      }}
    >
      <Icon size={Math.round(size * 0.57)} />
    </span>
  );
}
