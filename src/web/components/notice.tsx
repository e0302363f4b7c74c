import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  /** `problem` is announced at once; `plain` is there to be read. */
  readonly tone: 'plain' | 'problem';
  readonly children: ReactNode;
}

/** A sentence or two beside what they are about. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} {...(tone === 'problem' && { role: 'alert' })}>
      {children}
    </div>
  );
}
