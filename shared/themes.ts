/** How the window looks; `contrast` is high contrast, light or dark as the system. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
