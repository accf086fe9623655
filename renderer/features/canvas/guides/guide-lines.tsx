import { ViewportPortal } from '@xyflow/react';
import type { Guide } from '../../../editor/align-guides.ts';
import { useGuideStore } from './guide-store.ts';

/** How far a line goes beyond the cards, in canvas pixels. */
const BEYOND = 12;

function Line({ axis, at, from, to }: Guide) {
  const length = to - from + 2 * BEYOND;
  const style =
    axis === 'x'
      ? { transform: `translate(${at}px, ${from - BEYOND}px)`, height: length }
      : { transform: `translate(${from - BEYOND}px, ${at}px)`, width: length };
  return <div className="align-guide" data-axis={axis} style={style} />;
}

/** The lines along which a dragged card stands with others. */
export function GuideLines() {
  const guides = useGuideStore((state) => state.guides);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      {guides.map((guide) => (
        <Line key={`${guide.axis} ${guide.at}`} {...guide} />
      ))}
    </ViewportPortal>
  );
}
