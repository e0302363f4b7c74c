import { languagesMessages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import type { JobKind } from '../store/editor-state.ts';

/** How a job ended while the tab was hidden. */
export interface UnseenEnd {
  readonly kind: JobKind;
  readonly isDone: boolean;
}

/** Whether the browser can be asked now to allow notifications. */
export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks the person to allow notifications. Resolves to whether they are; never rejects. */
export async function askForNotices(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

/** Shows a notification of how a job ended, where that is allowed. A press leads back to the page. */
export function showDoneNotice(end: UnseenEnd, videoName: string | undefined): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification(videoName ?? 'Benshi', { body: t(describeEnd(end)), tag: 'benshi' });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Chromium on Android shows notices of service workers only. The tab's title shows it all the same.
  }
}

function describeEnd({ kind, isDone }: UnseenEnd) {
  if (kind === 'hear') return isDone ? messages.transcriptNotice : messages.transcriptFailedNotice;
  if (kind === 'translate') return isDone ? languagesMessages.doneNotice : languagesMessages.failedNotice;
  if (kind !== 'speak' && kind !== 'fit') return isDone ? messages.scriptNotice : messages.scriptFailedNotice;
  return isDone ? messages.audioNotice : messages.audioFailedNotice;
}
