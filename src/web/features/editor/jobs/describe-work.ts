import { silenceNoticeMs } from '#shared/defaults.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { studioWorkMessages as messages } from '#shared/messages/studio-work.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import type { Activity } from '../model/activity.ts';
import type { EditorState, Job } from '../model/editor-state.ts';
import { getText } from '../model/select.ts';
import { describeLength } from './describe-state.ts';

// Fetched with the first video, or when a script is spoken without one.

/** What is happening, in figures where there are any. */
export function describeWork(state: EditorState, { activity, isSilent }: Job): string {
  return [describeActivity(activity, state), isSilent && describeSilence()].filter(Boolean).join(' ');
}

/** The same without figures, for screen readers: once a step, not once a number. */
export function announceWork({ activity, isSilent }: Job): string {
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
    case 'transcribing':
      return t(transcriptPanelMessages.transcribing);
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
    case 'finding scenes':
      return t(studioMessages.findingScenes);
    case 'writing':
      return t(messages.writing);
    case 'speaking':
    case 'speaking lines':
      return t(messages.speaking);
    case 'translating':
      return t(languagesMessages.working);
    case 'laying lines':
      return t(messages.placing);
  }
}

function describeActivity(activity: Activity, state: EditorState): string {
  switch (activity.kind) {
    case 'listening': {
      const { heardSeconds, totalSeconds } = activity;
      return t(messages.listened, {
        done: formatDuration(heardSeconds),
        total: formatDuration(totalSeconds),
      });
    }
    case 'transcribing': {
      const { doneSeconds, totalSeconds } = activity;
      return t(transcriptPanelMessages.transcribed, {
        done: formatDuration(doneSeconds),
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
      return describeWritten(state) ?? announceActivity(activity);
    case 'speaking':
      if (activity.receivedBytes === 0) break;
      return t(messages.spoken, { size: formatBytes(activity.receivedBytes) });
    case 'translating':
      return t(languagesMessages.translating, { done: activity.done, count: activity.total });
    case 'speaking lines':
      return t(messages.spokenLines, { done: activity.done, count: activity.total });
  }
  return announceActivity(activity);
}

function describeWritten({ project, job }: EditorState): string | undefined {
  const narration = project.narrations.find(({ id }) => id === job?.narrationId);
  if (!narration || narration.lines.length === 0) return undefined;
  return describeLength(getText(narration), narration.language, {
    words: messages.writtenWords,
    characters: messages.writtenCharacters,
  });
}
