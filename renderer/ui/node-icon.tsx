import {
  Binary,
  BookCheck,
  BookMarked,
  BookOpen,
  Box,
  Braces,
  ClipboardCheck,
  Cloud,
  CloudDownload,
  Cpu,
  Database,
  Feather,
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
  Funnel,
  Gem,
  Globe,
  HardDrive,
  Heading,
  History,
  Languages,
  Library,
  ListChecks,
  ListTree,
  type LucideIcon,
  MemoryStick,
  MessageCircleQuestionMark,
  MessageSquareQuote,
  MessagesSquare,
  NotebookText,
  Origami,
  Palette,
  Percent,
  Presentation,
  Radar,
  Sailboat,
  Scissors,
  SeparatorVertical,
  Server,
  Sheet,
  Smile,
  Sparkles,
  TableProperties,
  TextCursorInput,
  TextQuote,
  Webhook,
  Wind,
  Zap,
} from 'lucide-react';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { typeColour, typeOfNode } from './data-types.tsx';

/** Icons by the names that definitions use. (Named one by one, so that only these are bundled.) */
export const NODE_ICONS: Readonly<Record<string, LucideIcon>> = {
  'message-square-quote': MessageSquareQuote,
  'messages-square': MessagesSquare,
  'message-circle-question-mark': MessageCircleQuestionMark,
  history: History,
  binary: Binary,
  'book-check': BookCheck,
  'book-marked': BookMarked,
  'book-open': BookOpen,
  braces: Braces,
  'clipboard-check': ClipboardCheck,
  cloud: Cloud,
  'cloud-download': CloudDownload,
  cpu: Cpu,
  database: Database,
  'file-braces': FileBraces,
  'file-code': FileCode,
  'file-pen-line': FilePenLine,
  'file-scan': FileScan,
  'file-spreadsheet': FileSpreadsheet,
  'file-text': FileText,
  'file-type': FileType,
  feather: Feather,
  files: Files,
  folder: Folder,
  'folder-git-2': FolderGit2,
  funnel: Funnel,
  gem: Gem,
  globe: Globe,
  'hard-drive': HardDrive,
  heading: Heading,
  languages: Languages,
  library: Library,
  'list-checks': ListChecks,
  'list-tree': ListTree,
  'memory-stick': MemoryStick,
  'notebook-text': NotebookText,
  origami: Origami,
  palette: Palette,
  percent: Percent,
  presentation: Presentation,
  radar: Radar,
  sailboat: Sailboat,
  scissors: Scissors,
  'separator-vertical': SeparatorVertical,
  server: Server,
  sheet: Sheet,
  smile: Smile,
  sparkles: Sparkles,
  'table-properties': TableProperties,
  'text-cursor-input': TextCursorInput,
  'text-quote': TextQuote,
  webhook: Webhook,
  wind: Wind,
  zap: Zap,
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
  const colour = typeColour(typeOfNode(definition));
  return (
    <span
      aria-hidden="true"
      className="node-icon flex shrink-0 items-center justify-center rounded-control"
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
