import type { KeyboardEvent, PointerEvent } from 'react';

/** Step of an arrow key, in pixels. */
const KEY_STEP = 20;

export interface ResizeHandleProps {
  readonly label: string;
  /** The side of the panel that the handle is at: dragging away from the panel widens it. */
  readonly side: 'left' | 'right';
  readonly width: number;
  readonly limits: { readonly min: number; readonly start: number; readonly max: number };
  readonly onResize: (width: number) => void;
}

/** The edge of a panel, by which it is made wider; a double click gives back its first width. */
export function ResizeHandle({ label, side, width, limits, onResize }: ResizeHandleProps) {
  const set = (next: number) => onResize(Math.round(Math.min(limits.max, Math.max(limits.min, next))));
  const outwards = side === 'right' ? 1 : -1;

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const handle = event.currentTarget;
    const startX = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const onMove = (move: globalThis.PointerEvent) => set(width + (move.clientX - startX) * outwards);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(width + step * outwards);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>.
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={width}
      tabIndex={0}
      className="relative z-10 -mx-1 w-2 shrink-0 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px after:bg-border hover:after:w-0.5 hover:after:bg-accent focus-visible:after:bg-accent"
      onPointerDown={onPointerDown}
      onDoubleClick={() => set(limits.start)}
      onKeyDown={onKeyDown}
    />
  );
}
