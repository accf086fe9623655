import { Hand, Lasso, Maximize, Minus, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MapAnswer } from '../../../shared/api/content-map.ts';
import { t } from '../../../shared/texts/t.ts';
import { useMapChunks } from '../../api/content-map.ts';
import type { ContentsOf } from '../../api/contents.ts';
import { useThemeStore } from '../../stores/theme-store.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { bringIntoSight, type Camera, type Point, pointTowards, type Size, toScreen, WHOLE, zoomAt } from './camera.ts';
import { drawMap, type MapColours, type MapPicture, readColours } from './draw-map.ts';
import { type MapModel, nameOfSource } from './map-model.ts';
import { PointCard } from './point-card.tsx';
import { type Tool, usePointer } from './use-pointer.ts';

/** The size of an element as it is laid out. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The colours of the theme, read again when it changes. */
function useMapColours(element: RefObject<HTMLElement | null>): MapColours | undefined {
  const theme = useThemeStore((store) => store.theme);
  const [colours, setColours] = useState<MapColours>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme
  useEffect(() => {
    const read = () => setColours(element.current === null ? undefined : readColours(element.current));
    read();
    const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) =>
      window.matchMedia(query),
    );
    for (const query of queries) query.addEventListener('change', read);
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
    };
  }, [element, theme]);
  return colours;
}

const ZOOM_STEP = 1.5;

export interface MapCanvasProps {
  readonly of: ContentsOf;
  readonly model: MapModel;
  readonly highlighted: number | undefined;
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly answer: MapAnswer | undefined;
  /** A point that a list beside the map points at. */
  readonly pointed: number | undefined;
  readonly onOpen: (index: number) => void;
}

function useDrawing(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  picture: Omit<MapPicture, 'ratio' | 'colours'>,
): void {
  const colours = useMapColours(canvas);
  const ratio = window.devicePixelRatio;
  const { size } = picture;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context == null || colours === undefined || size.width === 0) return;
    const frame = requestAnimationFrame(() => drawMap(context, { ...picture, ratio, colours }));
    return () => cancelAnimationFrame(frame);
  });
}

interface ToolbarProps {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
  readonly onZoom: (factor: number) => void;
  readonly onWhole: () => void;
}

function Toolbar({ tool, onTool, onZoom, onWhole }: ToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('Map tools')}
      className="absolute top-3 left-3 flex gap-0.5 rounded-card border border-border bg-raised p-0.5 shadow-float"
    >
      <IconButton
        label={t('Move the map')}
        icon={<Hand />}
        aria-pressed={tool === 'move'}
        onClick={() => onTool('move')}
      />
      <IconButton
        label={t('Draw around points to select them')}
        icon={<Lasso />}
        aria-pressed={tool === 'lasso'}
        onClick={() => onTool('lasso')}
      />
      <span aria-hidden="true" className="mx-0.5 my-1.5 w-px bg-border" />
      <IconButton label={t('Zoom in')} shortcut="+" icon={<Plus />} onClick={() => onZoom(ZOOM_STEP)} />
      <IconButton label={t('Zoom out')} shortcut="-" icon={<Minus />} onClick={() => onZoom(1 / ZOOM_STEP)} />
      <IconButton label={t('Show all of it')} shortcut="0" icon={<Maximize />} onClick={onWhole} />
    </div>
  );
}

/** Where the camera goes by a key; undefined for another key. */
function cameraByKey(event: KeyboardEvent, camera: Camera, size: Size): Camera | undefined {
  const middle = { x: size.width / 2, y: size.height / 2 };
  if (event.key === '+' || event.key === '=') return zoomAt(camera, size, middle, ZOOM_STEP);
  if (event.key === '-') return zoomAt(camera, size, middle, 1 / ZOOM_STEP);
  if (event.key === '0') return WHOLE;
  return undefined;
}

interface KeyProps extends Pick<MapCanvasProps, 'model' | 'highlighted' | 'selected' | 'onSelected' | 'onOpen'> {
  readonly camera: Camera;
  readonly size: Size;
  readonly setCamera: (camera: Camera) => void;
  readonly cursor: number | undefined;
  readonly setCursor: (index: number | undefined) => void;
}

/** The keys of the map: arrows go from point to point, Space selects, Enter opens. */
function useKeys({
  model,
  highlighted,
  selected,
  onSelected,
  onOpen,
  camera,
  size,
  setCamera,
  cursor,
  setCursor,
}: KeyProps) {
  const isShown = (index: number) => highlighted === undefined || model.sourceOf[index] === highlighted;
  function go(index: number): void {
    setCursor(index);
    setCamera(bringIntoSight(camera, size, { x: model.x[index] ?? 0, y: model.y[index] ?? 0 }));
  }
  function toggle(index: number): void {
    const next = new Set(selected);
    if (!next.delete(index)) next.add(index);
    onSelected(next);
  }
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = cameraByKey(event, camera, size);
    const start = cursor !== undefined && isShown(cursor) ? cursor : undefined;
    if (moved !== undefined) setCamera(moved);
    else if (event.key.startsWith('Arrow')) {
      const first = model.ids.findIndex((_, index) => isShown(index));
      const next = start === undefined ? first : pointTowards(model, start, event.key, isShown);
      if (next !== undefined && next >= 0) go(next);
    } else if (event.key === 'Escape') {
      if (selected.size > 0) onSelected(new Set());
      else setCursor(undefined);
    } else if (event.key === ' ' && start !== undefined) toggle(start);
    else if (event.key === 'Enter' && start !== undefined) onOpen(start);
    else return;
    event.preventDefault();
  };
}

interface SaidProps extends Pick<MapCanvasProps, 'of' | 'model' | 'selected'> {
  readonly cursor: number | undefined;
}

/** What the keys are on, and how much is selected, for screen readers. */
function Said({ of, model, selected, cursor }: SaidProps) {
  const id = cursor === undefined ? undefined : model.ids[cursor];
  const { data } = useMapChunks(of, id === undefined ? [] : [id]);
  const source = cursor === undefined ? undefined : model.sources[model.sourceOf[cursor] ?? 0];
  const chunk = data?.[0];
  const isSelected = cursor !== undefined && selected.has(cursor);
  const values = {
    source: nameOfSource(source),
    number: chunk?.chunkNo ?? 0,
    text: chunk?.pageContent.slice(0, 120) ?? '',
  };
  const point =
    cursor === undefined || chunk === undefined
      ? ''
      : isSelected
        ? t('{source}, chunk {number}, selected: {text}.', values)
        : t('{source}, chunk {number}: {text}.', values);
  return (
    <p role="status" className="sr-only">
      {point === '' ? '' : `${point} `}
      {selected.size === 0
        ? ''
        : t('{count, plural, one {# chunk} other {# chunks}} selected.', { count: selected.size })}
    </p>
  );
}

function samePlace(model: MapModel, index: number): Point {
  return { x: model.x[index] ?? 0, y: model.y[index] ?? 0 };
}

function KeyHelp({ id }: { readonly id: string }) {
  return (
    <p id={id} className="sr-only">
      {t('Arrow keys go to the next point, Space selects it, Enter opens its chunk, plus and minus zoom, 0 shows all.')}
    </p>
  );
}

/** The picture of the map, to be moved, zoomed, read and selected in. */
export function MapCanvas(props: MapCanvasProps) {
  const { of, model, highlighted, selected, onSelected, answer, pointed, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(box);
  const helpId = useId();
  const [camera, setCamera] = useState(WHOLE);
  const [tool, setTool] = useState<Tool>('move');
  const [hover, setHover] = useState<number>();
  const [cursor, setCursor] = useState<number>();
  const [isFocused, setFocused] = useState(false);
  const pointer = usePointer({
    canvas,
    model,
    camera,
    size,
    tool,
    onOpen,
    onCamera: setCamera,
    onHover: setHover,
    onLasso: (indices, adds) => onSelected(new Set(adds ? [...selected, ...indices] : indices)),
  });
  const onKeyDown = useKeys({ ...props, camera, size, setCamera, cursor, setCursor });
  const shown = hover ?? (isFocused ? cursor : undefined);
  // A pointer that sweeps over the map asks for few texts.
  const read = useDeferredValue(shown);
  useDrawing(canvas, {
    model,
    camera,
    size,
    highlighted,
    selected,
    answer,
    lasso: pointer.lasso,
    current: pointed ?? shown,
  });
  const zoom = (factor: number) =>
    setCamera((now) => zoomAt(now, size, { x: size.width / 2, y: size.height / 2 }, factor));
  return (
    <div ref={box} className="relative min-h-0 min-w-0 flex-1 overflow-hidden bg-canvas max-lg:min-h-96">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture with keys of its own */}
      <canvas
        ref={canvas}
        role="application"
        aria-label={t('Map of {count, plural, one {# chunk} other {# chunks}}', { count: model.ids.length })}
        aria-describedby={helpId}
        tabIndex={0}
        width={Math.round(size.width * window.devicePixelRatio)}
        height={Math.round(size.height * window.devicePixelRatio)}
        className={`absolute inset-0 touch-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent ${tool === 'lasso' ? 'cursor-crosshair' : hover === undefined ? 'cursor-grab active:cursor-grabbing' : 'cursor-pointer'}`}
        style={{ width: size.width, height: size.height }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        {...pointer.handlers}
      />
      <KeyHelp id={helpId} />
      <Toolbar tool={tool} onTool={setTool} onZoom={zoom} onWhole={() => setCamera(WHOLE)} />
      {read === undefined || read !== shown || pointer.lasso.length > 0 ? null : (
        <PointCard
          key={model.ids[read]}
          of={of}
          model={model}
          size={size}
          index={read}
          at={toScreen(camera, size, samePlace(model, read))}
          hint={hover === undefined ? t('Enter opens it, Space selects it') : t('Click to open it in Contents')}
        />
      )}
      <Said of={of} model={model} selected={selected} cursor={cursor} />
    </div>
  );
}
