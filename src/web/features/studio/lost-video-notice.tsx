import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { LostVideo } from './use-way-back.ts';

/** Says which file to choose again. The script and the takes stand there already. */
export function LostVideoNotice({ lost: { name, reopen } }: { lost: LostVideo }) {
  return (
    <Notice tone="plain">
      <p role="status">
        The video is gone from this page: choose {name} again.{' '}
        {reopen && <TextButton onClick={reopen}>Open {name} again</TextButton>}
      </p>
    </Notice>
  );
}
