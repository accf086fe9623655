import type { ToolDeps } from '../../../electron/server/core/agent-tool.ts';

/** For graphs without tools. */
export const noToolDeps: ToolDeps = {
  question: '',
  now: () => new Date(0),
  findTool() {
    throw new Error('There is no tool.');
  },
  runScript: () => Promise.reject(new Error('There is no tool.')),
  askFlow: () => Promise.reject(new Error('There is no other flow.')),
};
