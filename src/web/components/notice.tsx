import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  /** `problem` is announced by screen readers at once. */
  readonly tone: 'plain' | 'problem';
  readonly children: ReactNode;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} {...(tone === 'problem' && { role: 'alert' })}>
      {children}
    </div>
  );
}
