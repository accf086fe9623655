import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { t } from '../../../../shared/texts/t.ts';
import type { Passage } from '../../../api/originals.ts';

type Boxes = Extract<Passage, { kind: 'pdf' }>['pages'][number]['boxes'];

export interface PdfPageProps {
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
export function PdfPage({ document, pageNumber, name, width, boxes, onFail }: PdfPageProps) {
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
