import type { ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './text-page.module.css';

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
