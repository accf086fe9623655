import type { ToolDeps } from '../../../electron/server/core/agent-tool.ts';

/** For graphs without tools. */
export const noToolDeps: ToolDeps = {
  question: '',
  now: () => new Date(0),
  askFlow: () => Promise.reject(new Error('There is no other flow.')),
};
