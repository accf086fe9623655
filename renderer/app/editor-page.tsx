import { MessageCircleQuestion, Upload } from 'lucide-react';
import { AskPanel } from '../features/ask/ask-panel.tsx';
import { RunDrawer } from '../features/runs/run-drawer.tsx';
import { useActiveRun } from '../features/runs/use-active-run.ts';
import { useDroppedFiles } from '../features/runs/use-dropped-files.ts';
import { openAsk, openUpsert, useEditorLayoutStore } from '../store/editor-layout-store.ts';
import { Button } from '../ui/button.tsx';

export function EditorPage({ chatflowId }: { readonly chatflowId: string }) {
  const isUpsertOpen = useEditorLayoutStore((state) => state.isUpsertOpen);
  const isAskOpen = useEditorLayoutStore((state) => state.isAskOpen);
  useActiveRun(chatflowId);
  useDroppedFiles(chatflowId);
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-(--top-bar-height) shrink-0 items-center justify-end gap-2 border-b border-border bg-surface px-3">
        <Button icon={<MessageCircleQuestion />} onClick={openAsk}>
          Ask
        </Button>
        <Button look="primary" icon={<Upload />} onClick={openUpsert}>
          Upsert
        </Button>
      </header>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="min-h-0 flex-1" />
          {isUpsertOpen ? <RunDrawer chatflowId={chatflowId} /> : null}
        </div>
        {isAskOpen ? <AskPanel chatflowId={chatflowId} /> : null}
      </div>
    </div>
  );
}
