/** What a graph takes at least, in memory and as a file: of each point the vector, the links of the ground level, their number, and a label (hnswlib's format). */
export function leastGraphBytes(points: number, dimensions: number, links: number): number {
  return points * (dimensions * 4 + links * 2 * 4 + 4 + 8);
}
