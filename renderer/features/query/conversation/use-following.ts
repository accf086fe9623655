import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** So near counts as seen. Pixels. */
const NEAR = 24;

function scrollerOf(element: Element): Element {
  for (let up = element.parentElement; up !== null; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  }
  return document.documentElement;
}

export interface Following {
  /** False once the person has scrolled to where the end is not seen. */
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
}

/**
 * Scrolls whatever the elements lie in so that the end of a growing text stays in view, until the person scrolls away from it; back at the end, it goes on.
 * @param end what stands behind the text
 * @param cover what covers the lower edge of the view
 * @param text changes whenever the text grows
 */
export function useFollowing(
  end: RefObject<Element | null>,
  cover: RefObject<Element | null>,
  text: unknown,
): Following {
  const [isAtEnd, setIsAtEnd] = useState(true);
  /** How far the end is below what is seen. Pixels. */
  function hidden(): number {
    if (end.current === null || cover.current === null) return 0;
    return end.current.getBoundingClientRect().bottom - cover.current.getBoundingClientRect().top;
  }
  function goToEnd(): void {
    const below = hidden();
    if (end.current !== null && below > 0) scrollerOf(end.current).scrollTop += below;
    setIsAtEnd(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the text that makes it go on.
  useLayoutEffect(() => {
    if (isAtEnd) goToEnd();
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements are read when the person scrolls.
  useEffect(() => {
    const scroller = cover.current === null ? undefined : scrollerOf(cover.current);
    const onScroll = () => setIsAtEnd(hidden() <= NEAR);
    scroller?.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller?.removeEventListener('scroll', onScroll);
  }, []);
  return { isAtEnd, goToEnd };
}
