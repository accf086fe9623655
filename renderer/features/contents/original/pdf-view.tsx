import { ChevronLeft, ChevronRight, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { CMAP_PATH } from '../../../../shared/text/cmap-path.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { type Passage, readOriginalPart, type SourceOf } from '../../../api/originals.ts';
import { serverAddress } from '../../../api/server-address.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';

type Boxes = Extract<Passage, { kind: 'pdf' }>['pages'][number]['boxes'];

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly pageNumber: number;
  readonly name: string;
  /** Width on the screen, in CSS pixels. */
  readonly width: number;
  readonly boxes: Boxes;
  readonly onFail: (error: unknown) => void;
}

/** Pixels of a canvas at most; a larger one makes browsers slow or stops them from drawing. */
const MOST_PIXELS = 16_000_000;

/** Draws a page on the canvas. @returns its height, in CSS pixels */
async function draw(
  { document, pageNumber, width }: Pick<PdfPageProps, 'document' | 'pageNumber' | 'width'>,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<number> {
  const page = await document.getPage(pageNumber);
  const natural = page.getViewport({ scale: 1 });
  const height = (width * natural.height) / natural.width;
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale: (width / natural.width) * sharpness });
  // Drawn aside, so that the page before stays until this one is whole.
  const aside = window.document.createElement('canvas');
  [aside.width, aside.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
  signal.throwIfAborted();
  const task = page.render({ canvas: aside, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  signal.throwIfAborted();
  [canvas.width, canvas.height] = [aside.width, aside.height];
  canvas.getContext('2d')?.drawImage(aside, 0, 0);
  return height;
}

/** A page of a PDF with the lines of the passage marked, scrolled to the first of them. */
function PdfPage({ document, pageNumber, name, width, boxes, onFail }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const firstMark = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<{ readonly pageNumber: number; readonly ratio: number }>();

  useEffect(() => {
    const drawing = new AbortController();
    if (canvas.current === null) return undefined;
    draw({ document, pageNumber, width }, canvas.current, drawing.signal).then(
      (height) => setDrawn({ pageNumber, ratio: height / width }),
      (error: unknown) => {
        if (!drawing.signal.aborted) onFail(error);
      },
    );
    return () => drawing.abort();
  }, [document, pageNumber, width, onFail]);

  const isDrawn = drawn?.pageNumber === pageNumber;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other marks are scrolled to, too.
  useEffect(() => {
    if (isDrawn) firstMark.current?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [isDrawn, boxes]);

  const height = width * (drawn?.ratio ?? Math.SQRT2);
  return (
    <div
      className="relative mx-auto shrink-0 bg-white shadow-[var(--lift)] outline outline-border"
      style={{ width, height }}
      aria-busy={!isDrawn}
      data-page={isDrawn ? pageNumber : undefined}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('Page {page} of {name}', { page: pageNumber, name })}
        className="size-full"
      />
      {isDrawn
        ? boxes.map((box, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a passage never change their order.
              key={index}
              ref={index === 0 ? firstMark : undefined}
              data-mark={index}
              aria-hidden="true"
              className="pointer-events-none absolute rounded-sm bg-[#ffd54a]/45 mix-blend-multiply outline outline-[#b7791f]/40"
              style={{
                left: `${box.x * 100}%`,
                top: `${box.y * 100}%`,
                width: `${box.width * 100}%`,
                height: `${box.height * 100}%`,
              }}
            />
          ))
        : null}
    </div>
  );
}

/** Bytes per request: a page needs a few of them, never the whole file. */
const RANGE_BYTES = 256 * 1024;

/** An open PDF; whoever opened it closes it. */
interface OpenPdf {
  readonly document: PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Opens the original of a source, read piece by piece as pages need it, in a worker of its own.
 * @throws Error of pdf.js or of the server, saying what is wrong with the file
 */
async function openPdf(of: SourceOf, sizeBytes: number): Promise<OpenPdf> {
  const pdfjs = await import('unpdf/pdfjs');
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = pdfjs.PDFWorker.create({ port });
  const reading = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  class OriginalTransport extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      readOriginalPart(of, begin, end, reading.signal).then(
        (bytes) => this.onDataRange(begin, bytes),
        (error: unknown) => failed.reject(error),
      );
    }
  }
  const task = pdfjs.getDocument({
    range: new OriginalTransport(sizeBytes, null),
    worker,
    // Loaded when a PDF names one. The worker has no address that a path alone could stand for.
    cMapUrl: serverAddress + CMAP_PATH,
    cMapPacked: true,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  async function close(): Promise<void> {
    reading.abort();
    await task.destroy();
    worker.destroy();
    port.terminate();
  }
  try {
    return { document: await Promise.race([task.promise, failed.promise]), close };
  } catch (error) {
    await close();
    throw error;
  }
}

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
