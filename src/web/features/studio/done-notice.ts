import type { Work } from './narration-state.ts';

/** How a piece of work ended that nobody saw end. */
export interface UnseenEnd {
  readonly work: Work;
  readonly isDone: boolean;
}

/** Whether the browser can be asked now to tell of the end of a piece of work. */
export function canAskForNotices(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}

/** Asks the person, in the browser's own words. Resolves to whether it is allowed; never rejects. */
export async function askForNotices(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === 'granted';
  } catch {
    return false;
  }
}

/** Tells outside of the page how a piece of work ended, where that is allowed. A press leads back to the page. */
export function showDoneNotice(end: UnseenEnd, videoName: string | undefined): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const notice = new Notification('Benshi', { body: describeEnd(end, videoName), tag: 'benshi' });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Chromium on Android shows notices of service workers only. The tab's title tells all the same.
  }
}

function describeEnd({ work, isDone }: UnseenEnd, videoName: string | undefined): string {
  const what = work === 'script' ? 'The script' : 'The narration';
  const whose = videoName ? ` of ${videoName}` : '';
  if (!isDone) return `${what}${whose} did not work out. The page says why.`;
  return `${what}${whose} is ${work === 'script' ? 'written' : 'spoken'}.`;
}
