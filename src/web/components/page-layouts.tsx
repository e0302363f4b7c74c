import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { CloseLink, PanelHead } from './dialog.tsx';
import classes from './page-layouts.module.css';

interface FormPageProps {
  readonly title: string;
  /** Target of its close control; without it there is none. */
  readonly closesTo?: string;
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

interface TextPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

export function TextPage({ title, lead, children }: TextPageProps) {
  return (
    <div className={classes.page}>
      <title>{t(pageMessages.documentTitle, { title })}</title>
      <div className={classes.intro}>
        <h1>{title}</h1>
        <div className={classes.lead}>{lead}</div>
      </div>
      <div className={classes.text}>{children}</div>
    </div>
  );
}
