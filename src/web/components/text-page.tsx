import type { ReactNode } from 'react';
import classes from './text-page.module.css';

interface TextPageProps {
  /** What the browser's tab says. */
  readonly title: string;
  /** When the page itself says it otherwise. */
  readonly heading?: string;
  readonly children: ReactNode;
}

/** A page to read: a heading, and below it paragraphs and sections, each with a heading of its own. */
export function TextPage({ title, heading = title, children }: TextPageProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Benshi`}</title>
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
