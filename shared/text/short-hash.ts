/** Mixes each character into two numbers of 32 bits (the constants of MurmurHash3 and xxHash). */
function mix(text: string, seed: number): readonly [number, number] {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0, low >>> 0];
}

/** A hash of 32 hexadecimal digits, for names. Not safe against people: collisions can be constructed on purpose. */
export function shortHash(text: string): string {
  return [...mix(text, 0), ...mix(text, 0x9e3779b9)].map((part) => part.toString(16).padStart(8, '0')).join('');
}
