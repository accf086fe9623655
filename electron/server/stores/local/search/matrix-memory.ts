import { totalmem } from 'node:os';

/** Two of the largest collections that have no graph, or six of 100,000 chunks. */
const LEAST = 256 * 1024 * 1024;
/** Two million vectors of 384 numbers. */
const MOST = 1024 * 1024 * 1024;
const SHARE = 1 / 16;

/**
 * What the vectors that are kept in memory may take, in bytes: a sixteenth of the machine's memory, or of what its container allows. With 8 GB a million vectors of 384
 * numbers fit; what does not is read from the database by each question that no graph answers, which takes 12 s of a million.
 * @param allowedBytes what the container allows; 0 or more than the machine has when it sets no bound
 */
export function matrixMemory(machineBytes = totalmem(), allowedBytes = process.constrainedMemory()): number {
  const bytes = allowedBytes > 0 ? Math.min(machineBytes, allowedBytes) : machineBytes;
  return Math.min(MOST, Math.max(LEAST, Math.floor(bytes * SHARE)));
}
