import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '../class-names.ts';

/** Step of an arrow key, in pixels. */
const KEY_STEP = 20;

export interface ResizeHandleProps {
  readonly label: string;
  /** The side of the panel that the handle is at: dragging away from the panel makes it larger. */
  readonly side: 'left' | 'right' | 'top';
  /** Width of the panel, or its height for a handle at the top, in pixels. */
  readonly size: number;
  readonly limits: { readonly min: number; readonly start: number; readonly max: number };
  readonly onResize: (size: number) => void;
}

const LINE = 'after:absolute after:bg-border hover:after:bg-accent focus-visible:after:bg-accent';
const UPRIGHT = '-mx-1 w-2 cursor-col-resize after:inset-y-0 after:left-1/2 after:w-px hover:after:w-0.5';
const LEVEL = '-my-1 h-2 cursor-row-resize after:inset-x-0 after:top-1/2 after:h-px hover:after:h-0.5';

/** The edge of a panel, by which it is made larger; a double click or Enter gives back its first size. Arrow keys move it, Home and End make the panel smallest and largest. */
export function ResizeHandle({ label, side, size, limits, onResize }: ResizeHandleProps) {
  const isLevel = side === 'top';
  const set = (next: number) => onResize(Math.round(Math.min(limits.max, Math.max(limits.min, next))));
  const outwards = side === 'right' ? 1 : -1;

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const handle = event.currentTarget;
    const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => (isLevel ? clientY : clientX);
    const start = placeOf(event);
    handle.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => set(size + (placeOf(move) - start) * outwards);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const [back, forth] = isLevel ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const next: Readonly<Record<string, number>> = {
      [back]: size - KEY_STEP * outwards,
      [forth]: size + KEY_STEP * outwards,
      Home: limits.min,
      End: limits.max,
      Enter: limits.start,
    };
    const wanted = next[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    set(wanted);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={isLevel ? 'horizontal' : 'vertical'}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={size}
      tabIndex={0}
      className={classNames('relative z-10 shrink-0 touch-none', LINE, isLevel ? LEVEL : UPRIGHT)}
      onPointerDown={onPointerDown}
      onDoubleClick={() => set(limits.start)}
      onKeyDown={onKeyDown}
    />
  );
}
