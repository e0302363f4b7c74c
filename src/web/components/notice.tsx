import type { ReactNode } from 'react';
import { failsAgain } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { describeFailure } from '../lib/failures.ts';
import { TextButton } from './button.tsx';
import classes from './notice.module.css';

interface NoticeProps {
  /** `problem` is announced by screen readers at once. */
  readonly tone: 'plain' | 'problem';
  readonly children: ReactNode;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <div
      className={`soft small anywhere ${classes.notice}`}
      data-tone={tone}
      {...(tone === 'problem' && { role: 'alert' })}
    >
      {children}
    </div>
  );
}

export function FailureNotice({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  return (
    <Notice tone="problem">
      {describeFailure(error)}{' '}
      {onRetry && !failsAgain(error) && (
        <TextButton onClick={() => void onRetry()}>{t(pageMessages.tryAgain)}</TextButton>
      )}
    </Notice>
  );
}
