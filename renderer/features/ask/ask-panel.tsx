/** The right panel of the editor that asks the flow's vector store. */
export function AskPanel({ chatflowId }: { readonly chatflowId: string }) {
  return <div data-chatflow={chatflowId} />;
}
