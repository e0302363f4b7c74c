import { silenceNoticeMs } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import { formatBytes, formatDuration } from '../../lib/format.ts';
import type { Activity } from './activity.ts';
import { describeLength } from './describe-state.ts';
import type { NarrationState } from './narration-state.ts';

// Fetched with the first video, or when a script is spoken without one.

/**
 * What is happening, in figures where there are any.
 * @param timeLeft such as "About 20 seconds left."; undefined where it cannot be estimated
 */
export function describeWork(state: NarrationState, activity: Activity, timeLeft?: string): string {
  const more = state.isSilent ? describeSilence() : timeLeft;
  return [describeActivity(activity, state), more].filter(Boolean).join(' ');
}

/** The same without figures, for screen readers: once a step, not once a number. */
export function announceWork({ isSilent }: Pick<NarrationState, 'isSilent'>, activity: Activity): string {
  return isSilent ? describeSilence() : announceActivity(activity);
}

function describeSilence(): string {
  return t(messages.silent, { seconds: silenceNoticeMs / 1000 });
}

function announceActivity(activity: Activity): string {
  switch (activity.kind) {
    case 'opening the video':
      return t(messages.opening);
    case 'listening':
      return t(messages.listening);
    case 'reading frames':
      return t(messages.reading);
    case 'copying pictures':
      return t(activity.why === 'large video' ? messages.copyingLarge : messages.copyingUnreadable);
    case 'sending':
      return t(activity.what === 'video' ? messages.sendingVideo : messages.sendingFrames);
    case 'server looks':
      return t(messages.serverReads);
    case 'looking':
      return t(messages.analysing);
    case 'writing':
      return t(messages.writing);
    case 'speaking':
    case 'speaking lines':
      return t(messages.speaking);
    case 'laying lines':
      return t(messages.placing);
  }
}

function describeActivity(activity: Activity, { script, scriptLanguage }: NarrationState): string {
  switch (activity.kind) {
    case 'listening': {
      const { heardSeconds, totalSeconds } = activity;
      return t(messages.listened, {
        done: formatDuration(heardSeconds),
        total: formatDuration(totalSeconds),
      });
    }
    case 'reading frames':
      return t(messages.read, { done: activity.done, total: activity.total });
    case 'sending': {
      const message = activity.what === 'video' ? messages.sentVideo : messages.sentFrames;
      return t(message, { sent: formatBytes(activity.sentBytes), total: formatBytes(activity.totalBytes) });
    }
    case 'writing':
      if (script === '') break;
      return describeLength(script, scriptLanguage, {
        words: messages.writtenWords,
        characters: messages.writtenCharacters,
      });
    case 'speaking':
      if (activity.receivedBytes === 0) break;
      return t(messages.spoken, { size: formatBytes(activity.receivedBytes) });
    case 'speaking lines':
      return t(messages.spokenLines, { done: activity.done, count: activity.total });
  }
  return announceActivity(activity);
}
