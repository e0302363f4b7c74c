import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './form-page.module.css';
import { CloseLink, PanelHead } from './panel-head.tsx';

interface FormPageProps {
  readonly title: string;
  /** Target of its close control; without it there is none. */
  readonly closesTo?: string;
  /** Has a multi-line field. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function FormPage({ title, closesTo, isWide, children }: FormPageProps) {
  return (
    <section className={classes.panel} data-wide={isWide}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <PanelHead>
        <h1>{title}</h1>
        {closesTo && <CloseLink to={closesTo} />}
      </PanelHead>
      {children}
    </section>
  );
}
