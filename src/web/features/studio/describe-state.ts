import { spellSpan } from '#shared/describe-duration.ts';
import { getLanguage } from '#shared/languages.ts';
import { silenceNoticeMs } from '#shared/limits.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { formatBytes, formatDuration, startSentence } from '../../lib/format.ts';
import type { Activity } from './activity.ts';
import type { NarrationState } from './narration-state.ts';

/** What is still missing before a script can be written. */
export interface Missing {
  readonly video: boolean;
  readonly prompt: boolean;
  readonly voice: boolean;
}

const silence = `Nothing has come for ${spellSpan(silenceNoticeMs / 1000)}. You can wait or stop.`;

/**
 * The line under the bar: what is really happening, in figures where there are any.
 * @param timeLeft how long it will still take, such as "about 20 s left"; undefined where there is nothing to go by
 */
export function describeState(state: NarrationState, missing: Missing, timeLeft?: string): string {
  if (state.activity) {
    const activity = describeActivity(state.activity, state);
    if (state.isSilent) return `${activity} ${silence}`;
    return timeLeft ? `${activity} ${startSentence(timeLeft)}.` : activity;
  }
  switch (state.phase) {
    case 'script ready':
      if (state.script === '') return 'Nothing was written.';
      return 'The script is written. Change whatever you like, then let it be spoken.';
    case 'audio ready':
      return 'The narration is spoken. Listen to it and take it with you.';
    case 'changed':
      return 'The script was changed. Let it be spoken when you are done.';
    case 'failed':
      return 'This did not work. Your prompt, your script and your choices are all still here.';
    case 'cancelled':
      return 'Stopped. Nothing goes on in the background.';
    default:
      return describeMissing(missing);
  }
}

/** The same without figures, for people who hear the page: said once a step, not once a number. */
export function announceState(state: NarrationState): string {
  if (!state.activity) return state.phase === 'idle' ? '' : describeState(state, noneMissing);
  if (state.isSilent) return silence;
  switch (state.activity.kind) {
    case 'listening':
      return listening;
    case 'reading frames':
      return 'Reading frames of the video.';
    case 'sending':
      return `Sending the ${state.activity.what}.`;
    case 'writing':
      return 'Writing the script.';
    case 'speaking':
    case 'speaking lines':
      return 'Speaking the script.';
    default:
      return describeActivity(state.activity, state);
  }
}

const listening = 'Listening for where people speak.';
const noneMissing: Missing = { video: false, prompt: false, voice: false };

function describeActivity(activity: Activity, { script, scriptLanguage }: NarrationState): string {
  switch (activity.kind) {
    case 'opening the video':
      return 'Opening the video.';
    case 'listening':
      return `${listening} ${formatDuration(activity.heardSeconds)} of ${formatDuration(activity.totalSeconds)}.`;
    case 'reading frames':
      return `Reading frames: ${activity.done} of ${activity.total}.`;
    case 'copying pictures':
      return activity.why === 'large video'
        ? 'This is a large video: copying the few pictures that are needed, so that less has to be sent.'
        : 'This browser cannot read these pictures, so the server will: copying the few that it needs.';
    case 'sending':
      return `Sending the ${activity.what}: ${formatBytes(activity.sentBytes)} of ${formatBytes(activity.totalBytes)}.`;
    case 'server looks':
      return 'The server reads the frames and looks at them.';
    case 'looking':
      return 'Looking at the frames.';
    case 'writing':
      return script === ''
        ? 'Writing the script.'
        : `Writing the script: ${describeLength(script, scriptLanguage ?? 'English')}.`;
    case 'speaking':
      return activity.receivedBytes === 0
        ? 'Speaking the script.'
        : `Speaking the script: ${formatBytes(activity.receivedBytes)} of sound so far.`;
    case 'speaking lines':
      return `Speaking the script: ${activity.done} of ${activity.total} ${activity.total === 1 ? 'line' : 'lines'}.`;
    case 'laying lines':
      return 'Laying each line at its time.';
  }
}

/** A text's length in words, or in characters where words are not spaced. */
export function describeLength(text: string, languageName: Parameters<typeof getLanguage>[0]): string {
  const language = getLanguage(languageName);
  const count = countSpokenUnits(language, text);
  const unit = language.speakingRate.unit;
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/** Why no other script can be written, where the line under the bar tells of something else; else undefined. */
export function describeObstacle(state: NarrationState, missing: Missing): string | undefined {
  if (state.activity || state.phase === 'idle') return undefined;
  const list = listMissing(missing);
  return list && `For a new script, ${list}.`;
}

function describeMissing(missing: Missing): string {
  const list = listMissing(missing);
  return list ? `To begin, ${list}.` : 'Ready to begin.';
}

/** Undefined when nothing is missing. */
function listMissing({ video, prompt, voice }: Missing): string | undefined {
  const steps = [video && 'choose a video', prompt && 'write a prompt', voice && 'pick a voice'];
  const open = steps.filter(step => step !== false);
  return open.length === 0 ? undefined : new Intl.ListFormat('en', { type: 'conjunction' }).format(open);
}
