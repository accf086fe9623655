/** Refuses questions. */
export interface Moderation {
  /**
   * What is answered to a question that is refused; undefined for one that is not.
   * @throws as the chat model that judges it, if one does; the signal's reason
   */
  refusal(question: string, signal: AbortSignal): Promise<string | undefined>;
}
