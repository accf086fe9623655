import { useEffect, useState } from 'react';
import type { DataType } from '../../../../shared/nodes/data-types.ts';
import { useThemeStore } from '../../../stores/theme-store.ts';
import { typeColour } from '../../../ui/data-types.tsx';

/** The colours that a flow is painted with, as the theme has them now. */
export interface PaintColours {
  readonly surface: string;
  readonly ink: string;
  readonly muted: string;
  readonly accent: string;
  readonly ofType: (type: DataType | undefined) => string;
}

/** A `<canvas>` takes no light-dark(): the browser resolves it in a property that is a colour. */
function resolve(colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function readColours(): PaintColours {
  const types = new Map<DataType | undefined, string>();
  return {
    surface: resolve('var(--surface)'),
    ink: resolve('var(--ink)'),
    muted: resolve('var(--muted)'),
    accent: resolve('var(--accent)'),
    ofType(type) {
      const colour = types.get(type) ?? resolve(typeColour(type));
      types.set(type, colour);
      return colour;
    },
  };
}

/** Read again when the theme changes. */
export function usePaintColours(): PaintColours {
  const theme = useThemeStore((store) => store.theme);
  const [colours, setColours] = useState(readColours);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme
  useEffect(() => {
    const read = () => setColours(readColours());
    read();
    const systems = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
    for (const system of systems) system.addEventListener('change', read);
    return () => {
      for (const system of systems) system.removeEventListener('change', read);
    };
  }, [theme]);
  return colours;
}
