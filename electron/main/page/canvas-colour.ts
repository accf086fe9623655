/** The page's --canvas (renderer/styles/tokens.css): a new window has its colour before the page has painted, and does not flash. */
const CANVAS = {
  normal: { light: '#f6f6f3', dark: '#131312' },
  contrast: { light: '#ffffff', dark: '#000000' },
};

/** The colour of an empty page. */
export function canvasColour(isDark: boolean, hasMoreContrast: boolean): string {
  const { light, dark } = hasMoreContrast ? CANVAS.contrast : CANVAS.normal;
  return isDark ? dark : light;
}
