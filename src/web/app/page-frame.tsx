import type { ReactNode, RefObject } from 'react';
import { PageHeader } from '../components/page-header.tsx';
import { SiteFooter } from '../components/site-footer.tsx';
import { AccountAccess } from '../features/accounts/public.ts';
import classes from './page-frame.module.css';

interface PageFrameProps {
  /** For moving the focus to it. */
  readonly main?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Header and footer of every public page. */
export function PageFrame({ main, children }: PageFrameProps) {
  return (
    <div className={classes.page}>
      <PageHeader>
        <AccountAccess />
      </PageHeader>
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
