import type { DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import { isTimedScript } from '#shared/narration/timed-text.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { DescribedResult } from '#shared/script/description-report.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { Unspoken } from '#shared/script/unspoken.ts';
import type { Voice } from '#shared/voices.ts';
import { describeTyping, type Typing } from './typing.ts';

/** A sound, and what it was made of. */
export interface Spoken {
  /** Exactly what is heard. */
  readonly script: string;
  /** In which it was spoken; undefined where the server found that out. */
  readonly language: LanguageName | undefined;
  /** As selected in the form then, to notice a later change. */
  readonly chosenLanguage: LanguageName;
  readonly voice: Voice;
  /** The provider that was chosen to speak it; undefined for the first. */
  readonly speakerId: string | undefined;
  readonly audio: Blob;
  /** When each sentence is heard in it, in order; undefined where that is unknown. */
  readonly cues?: readonly SpokenCue[] | undefined;
  /** What of the script is not; undefined where that is unknown, and for lines, which have it themselves. */
  readonly unspoken?: readonly Unspoken[] | undefined;
  /** How its lines were placed, where it is an audio description. */
  readonly described?: DescribedResult | undefined;
}

/** How the lines of a timed text are to be placed, where they are an audio description. */
export interface Describing {
  readonly kind: DescriptionKind;
  /** The gaps in the speech of the video; undefined while they are unknown. */
  readonly gaps: readonly TimeSpan[] | undefined;
  /** The video was changed: no sound of before is for it, as far as anybody knows. */
  readonly isOtherVideo?: boolean;
  /** Where people do, beyond that. */
  readonly speech: readonly TimeSpan[] | undefined;
}

/** A text and the sound that was made of exactly this text. */
export interface Draft {
  readonly script: string;
  /** The language the script was written in; undefined when a person wrote all of it. */
  readonly scriptLanguage: LanguageName | undefined;
  /** What was spoken last, even if the text is another by now. */
  readonly spoken: Spoken | undefined;
  /** The sound of `spoken`, while the text is what it says. */
  readonly audio: Blob | undefined;
  readonly isChanged: boolean;
}

/** The texts before and after the current one. */
export interface History {
  /** The newest last. */
  readonly past: readonly Draft[];
  /** What was undone, the next to come back last. */
  readonly future: readonly Draft[];
  /** Of the edits that one step back takes together; undefined after anything else. */
  readonly typing: Typing | undefined;
  /** All sounds that are known, the newest last. */
  readonly recordings: readonly Spoken[];
  /** Undefined where timed lines are a narration. */
  readonly describing: Describing | undefined;
}

/** A change of the text by hand. */
export type TextEvent =
  /** `atMs` is any steady clock's; edits that follow each other quickly are undone together. */
  | { readonly type: 'script edited'; readonly script: string; readonly atMs?: number }
  /** The script is replaced at once, such as by a version; one Undo restores it. */
  | {
      readonly type: 'script replaced';
      readonly script: string;
      readonly scriptLanguage: LanguageName | undefined;
      readonly spoken?: Spoken | undefined;
    }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' };

/** The phase while nothing is worked on. */
export type RestingPhase = 'idle' | 'script ready' | 'changed' | 'audio ready';

/** Far more than anybody goes back; texts are small. */
const mostSteps = 200;
/** As many as a video has versions. */
const mostRecordings = 20;

export const noHistory: History = {
  past: [],
  future: [],
  typing: undefined,
  recordings: [],
  describing: undefined,
};

type Written = Draft & History;

/** The text after a change by hand, with its sound where it is again exactly what was spoken. */
export function changeText(before: Written, event: TextEvent): Written & { phase: RestingPhase } {
  const after = applyChange(before, event);
  const draft = matchSound(after, after);
  return { ...after, ...draft, phase: describePhase(draft) };
}

/**
 * Takes up sounds from before a reload.
 * @param restored the one to be heard first last
 */
export function restoreSounds(
  before: Written,
  restored: readonly Spoken[],
): Written & { phase?: RestingPhase } {
  const known = { ...before, recordings: [...restored, ...before.recordings].slice(-mostRecordings) };
  const draft = matchSound(known, known);
  return draft.audio && !before.audio ? { ...known, ...draft, phase: 'audio ready' } : known;
}

/** Places lines in another way: a recording that was placed so before is restored. */
export function describeOtherwise(
  before: Written,
  describing: Describing | undefined,
): Written & { phase?: RestingPhase } {
  const after = { ...before, describing };
  const draft = matchSound(after, after);
  return draft.audio === before.audio ? after : { ...after, ...draft, phase: describePhase(draft) };
}

/** Notes that the text was spoken. */
export function noteSound(
  before: Written,
  sound: Omit<Spoken, 'script'>,
): Pick<Written, 'recordings' | 'spoken' | 'audio'> {
  const spoken = { ...sound, script: before.script };
  const recordings = [...before.recordings, spoken].slice(-mostRecordings);
  return { recordings, spoken, audio: spoken.audio };
}

/**
 * Notes that lines of a timed text were spoken.
 * @param script what they say by now: the writer may have changed their words
 * @param sound the whole, once each line was spoken
 */
export function noteLines(
  before: Written,
  script: string,
  sound: Omit<Spoken, 'script'> | undefined,
): Written & { phase: RestingPhase } {
  const isOther = script !== before.script;
  const written = isOther ? { ...before, ...remember(before), script, isChanged: true } : before;
  const after = sound ? { ...written, ...noteSound(written, sound), isChanged: false } : written;
  const { past, future, typing, recordings, describing } = after;
  const draft = matchSound(after, after);
  return { ...draft, past, future, typing, recordings, describing, phase: describePhase(draft) };
}

function applyChange(before: Written, event: TextEvent): Written {
  switch (event.type) {
    case 'script edited':
      return edit(before, event.script, event.atMs);
    case 'script replaced': {
      const { script, scriptLanguage, spoken = before.spoken } = event;
      return { ...before, ...remember(before), script, scriptLanguage, spoken, isChanged: false };
    }
    case 'undone':
      return stepBack(before);
    case 'redone':
      return stepForward(before);
  }
}

function edit(before: Written, script: string, atMs: number | undefined): Written {
  const typing = atMs === undefined ? undefined : describeTyping(before, { script, atMs });
  const goesOn = typing !== undefined && typing.beganMs === before.typing?.beganMs;
  return {
    ...before,
    ...(goesOn ? { future: [] } : remember(before)),
    typing,
    script,
    // An empty script starts a new text, in any language.
    scriptLanguage: script.trim() === '' ? undefined : before.scriptLanguage,
    isChanged: true,
  };
}

/** The history once another text is about to stand in the place of `before`. */
export function remember(before: Written): Pick<History, 'past' | 'future' | 'typing'> {
  return { past: [...before.past, pickDraft(before)].slice(-mostSteps), future: [], typing: undefined };
}

/** Takes the last change back; with none there, nothing. */
function stepBack(now: Written): Written {
  const draft = now.past.at(-1);
  if (!draft) return now;
  const future = [...now.future, pickDraft(now)];
  return { ...now, ...draft, past: now.past.slice(0, -1), future, typing: undefined };
}

/** Does again what was taken back last. */
function stepForward(now: Written): Written {
  const draft = now.future.at(-1);
  if (!draft) return now;
  const past = [...now.past, pickDraft(now)];
  return { ...now, ...draft, past, future: now.future.slice(0, -1), typing: undefined };
}

/** The same text, with its sound where there is one. */
function matchSound(draft: Draft, { recordings, describing }: History): Draft {
  const says = (spoken: Spoken | undefined) =>
    spoken?.script === draft.script && isPlacedSo(spoken, describing);
  const spoken = says(draft.spoken) ? draft.spoken : (recordings.findLast(says) ?? draft.spoken);
  const audio = says(spoken) ? spoken?.audio : undefined;
  return { ...pickDraft(draft), spoken, audio, isChanged: draft.isChanged && !audio };
}

/** Whether lines lie as they are to: a description stays in the gaps of its own video. */
function isPlacedSo({ script, described }: Spoken, describing: Describing | undefined): boolean {
  if (!isTimedScript(script)) return true;
  if (!described || !describing) return !described && !describing;
  const { kind, gaps, isOtherVideo = false } = describing;
  if (described.kind !== kind) return false;
  return gaps ? JSON.stringify(described.gaps) === JSON.stringify(gaps) : !isOtherVideo;
}

function describePhase({ script, audio, isChanged }: Draft): RestingPhase {
  if (audio) return 'audio ready';
  if (isChanged) return 'changed';
  return script === '' ? 'idle' : 'script ready';
}

function pickDraft({ script, scriptLanguage, spoken, audio, isChanged }: Draft): Draft {
  return { script, scriptLanguage, spoken, audio, isChanged };
}
