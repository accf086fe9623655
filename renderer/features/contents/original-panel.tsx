import type { ContentChunk, ContentSource } from '../../../shared/api/contents.ts';
import { OriginalView } from './original/original-view.tsx';

export interface OriginalPanelProps {
  readonly ownerId: string;
  /** The source that is open; undefined: all are. */
  readonly source: ContentSource | undefined;
  readonly chunk: ContentChunk;
  readonly onClose: () => void;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The original of the chosen chunk beside the chunks, or over them where the window is narrow; Escape closes it. */
export function OriginalPanel({ ownerId, source, chunk, onClose }: OriginalPanelProps) {
  const { pageContent, metadata } = chunk;
  const name = textOf(metadata.source) ?? chunk.source;
  const docId = source?.loaderId ?? textOf(metadata.docId);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of what is in it
    <div
      className="flex min-h-0 w-1/2 min-w-0 shrink-0 border-l border-border max-[1100px]:absolute max-[1100px]:inset-y-0 max-[1100px]:right-0 max-[1100px]:z-10 max-[1100px]:w-[min(40rem,100%)] max-[1100px]:shadow-float"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <OriginalView
        key={`${docId ?? ''} ${name}`}
        ownerId={ownerId}
        source={name}
        docId={docId}
        chunk={{ text: pageContent, metadata }}
        onClose={onClose}
      />
    </div>
  );
}
