import { Component, type ReactNode } from 'react';
import { t } from '../../shared/texts/t.ts';
import { messageOf } from '../api/client.ts';
import { navigate } from '../stores/router.ts';
import { Button } from '../ui/controls/button.tsx';
import { ErrorNotice } from '../ui/feedback/error-notice.tsx';

interface PageBoundaryProps {
  /** The page's address. */
  readonly place: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly failure: { readonly error: unknown } | undefined;
  /** Where it failed: another page is tried anew. */
  readonly place: string;
}

/** Around the page: when it can't be drawn, it says so in place of a blank window, and the rest of the app stays. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failure: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState {
    return state.place === place ? state : { failure: undefined, place };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <main className="mx-auto max-w-120 p-8">
        <ErrorNotice
          whatHappened={t('This page can’t be drawn, by a fault of ours.')}
          whatToDo={t('What you saved is safe. Try again, or go to another page. ({error})', {
            error: messageOf(failure.error),
          })}
          action={{ label: t('Try again'), onClick: () => this.setState({ failure: undefined }) }}
          aside={
            <Button className="h-7" look="quiet" onClick={() => navigate({ page: 'flows' })}>
              {t('Go to the flows')}
            </Button>
          }
        />
      </main>
    );
  }
}
