import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useThemeStore } from '../../stores/theme-store.ts';
import type { Size } from './camera.ts';
import { type MapColours, readColours } from './draw-map.ts';

/** The size of an element as it is laid out. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
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
export function useMapColours(element: RefObject<HTMLElement | null>): MapColours | undefined {
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
