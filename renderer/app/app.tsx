import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Toaster } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { EditorPage } from './editor-page.tsx';
import { Rail } from './rail.tsx';
import { type Route, useRoute } from './router.ts';

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 5_000 } },
});

function Page({ route }: { readonly route: Route }) {
  if (route.page === 'editor') return <EditorPage key={route.chatflowId} chatflowId={route.chatflowId} />;
  return null;
}

export function App() {
  const route = useRoute();
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <div className="flex h-full">
          <Rail page={route.page} />
          <main className="min-w-0 flex-1">
            <Page route={route} />
          </main>
        </div>
        <Toaster />
      </TooltipProvider>
    </QueryClientProvider>
  );
}
