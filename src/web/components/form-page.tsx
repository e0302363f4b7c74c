import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './form-page.module.css';
import { CloseLink, PanelHead } from './panel-head.tsx';

interface FormPageProps {
  readonly title: string;
  /** Where its close control leads; without an address it has none. */
  readonly closesTo?: string;
  /** It has a field of several lines. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A screen with one form. */
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
