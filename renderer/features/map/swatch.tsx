import { COLOURS } from './map-model.ts';
import { CORNERS, shapeOf } from './shapes.ts';

/** The colour and shape of a source's points. */
export function Swatch({ style }: { readonly style: number }) {
  const isOther = style >= COLOURS;
  const fill = isOther ? 'var(--map-other)' : `var(--map-${style + 1})`;
  const corners = isOther ? [] : CORNERS[shapeOf(style)];
  return (
    <svg aria-hidden="true" viewBox="-1.5 -1.5 3 3" className="size-3.5 shrink-0">
      {corners.length === 0 ? (
        <circle r={isOther ? 0.8 : 1} fill={fill} />
      ) : (
        <polygon points={corners.map((corner) => corner.join(',')).join(' ')} fill={fill} />
      )}
    </svg>
  );
}
