/** A value as a block of JSON in a text: what a message holds whose answer is no text. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
