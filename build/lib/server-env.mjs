// @ts-check

/**
 * The environment of a server that runs on plain Node. The allocator of Linux keeps what was freed for each thread apart (`man mallopt`, M_ARENA_MAX): with two places instead
 * of eight a core, the peak of an upsert of 62 MB is 270 MB instead of 300, in the same time. Only the environment at the start can say so.
 */
export const serverEnv = { MALLOC_ARENA_MAX: '2', ...process.env };
