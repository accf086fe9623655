import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import type { Passage, SourceOf } from '../../../api/originals.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';

type PdfPassage = Extract<Passage, { kind: 'pdf' }>;

export interface PdfViewProps {
  readonly of: SourceOf;
  readonly sizeBytes: number;
  readonly passage: PdfPassage;
}

const [ZOOM_STEP, LEAST_ZOOM, MOST_ZOOM] = [1.25, 0.5, 4] as const;
/** Beside the page, in CSS pixels. */
const MARGIN = 32;
const NO_BOXES: PdfPassage['pages'][number]['boxes'] = [];

/** The PDF of a source, while it is shown. */
function useOpenPdf({ ownerId, source, docId }: SourceOf, sizeBytes: number, attempt: number) {
  const [state, setState] = useState<{ readonly pdf?: OpenPdf; readonly error?: unknown }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it again.
  useEffect(() => {
    let isShown = true;
    const opening = openPdf({ ownerId, source, docId }, sizeBytes);
    setState({});
    opening.then(
      (pdf) => isShown && setState({ pdf }),
      (error: unknown) => isShown && setState({ error }),
    );
    return () => {
      isShown = false;
      void opening.then(
        (pdf) => pdf.close(),
        () => undefined,
      );
    };
  }, [ownerId, source, docId, sizeBytes, attempt]);
  return state;
}

/** The width that there is for a page, in CSS pixels. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const observe = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { width, observe };
}

interface ToolsProps {
  readonly page: number;
  readonly pageCount: number;
  readonly zoom: number;
  readonly onPage: (page: number) => void;
  readonly onZoom: (zoom: number) => void;
}

function Tools({ page, pageCount, zoom, onPage, onZoom }: ToolsProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('Pages')}
      className="flex flex-wrap items-center gap-1 border-b border-border px-2 py-1"
    >
      <IconButton
        label={t('Previous page')}
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <p className="tabular min-w-24 text-center text-secondary" aria-live="polite">
        {t('Page {page} of {pageCount}', { page, pageCount })}
      </p>
      <IconButton
        label={t('Next page')}
        icon={<ChevronRight />}
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
      />
      <span className="flex-1" />
      <IconButton
        label={t('Smaller')}
        icon={<ZoomOut />}
        disabled={zoom <= LEAST_ZOOM}
        onClick={() => onZoom(zoom / ZOOM_STEP)}
      />
      <IconButton
        label={t('Larger')}
        icon={<ZoomIn />}
        disabled={zoom >= MOST_ZOOM}
        onClick={() => onZoom(zoom * ZOOM_STEP)}
      />
      <IconButton label={t('Fit the width')} icon={<Maximize2 />} disabled={zoom === 1} onClick={() => onZoom(1)} />
    </div>
  );
}

/** The PDF that a chunk was made from: the page with the chunk, and all others. */
export function PdfView({ of, sizeBytes, passage }: PdfViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [page, setPage] = useState(passage.pageNumber);
  const [zoom, setZoom] = useState(1);
  const [failure, setFailure] = useState<unknown>();
  const { pdf, error } = useOpenPdf(of, sizeBytes, attempt);
  const { width, observe } = useWidth();
  const scroller = useRef<HTMLElement | null>(null);
  useEffect(() => setPage(passage.pageNumber), [passage]);

  function goTo(next: number): void {
    setPage(Math.min(passage.pageCount, Math.max(1, next)));
    scroller.current?.scrollTo({ top: 0 });
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'PageDown' || event.key === 'ArrowRight') goTo(page + 1);
    else if (event.key === 'PageUp' || event.key === 'ArrowLeft') goTo(page - 1);
    else if (event.key === '+') setZoom(Math.min(MOST_ZOOM, zoom * ZOOM_STEP));
    else if (event.key === '-') setZoom(Math.max(LEAST_ZOOM, zoom / ZOOM_STEP));
    else return;
    event.preventDefault();
  }

  const trouble = error ?? failure;
  if (trouble !== undefined) {
    const { whatHappened, whatToDo } = splitMessage(messageOf(trouble));
    const retry = () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    };
    return (
      <div className="p-4">
        <ErrorNotice
          whatHappened={whatHappened}
          whatToDo={whatToDo}
          action={{ label: t('Try again'), onClick: retry }}
        />
      </div>
    );
  }
  const boxes = passage.pages.find(({ pageNumber }) => pageNumber === page)?.boxes ?? NO_BOXES;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tools page={page} pageCount={passage.pageCount} zoom={zoom} onPage={goTo} onZoom={setZoom} />
      <section
        ref={(element) => {
          scroller.current = element;
          return observe(element);
        }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
        tabIndex={0}
        onKeyDown={handleKey}
        aria-label={t('Page of the original')}
        className="min-h-0 flex-1 overflow-auto bg-sunken p-4"
      >
        {pdf === undefined || width === 0 ? (
          <p role="status" className="text-muted">
            {t('Opening the original…')}
          </p>
        ) : (
          <PdfPage
            document={pdf.document}
            pageNumber={page}
            name={of.source}
            width={Math.max(200, (width - MARGIN) * zoom)}
            boxes={boxes}
            onFail={setFailure}
          />
        )}
      </section>
    </div>
  );
}
