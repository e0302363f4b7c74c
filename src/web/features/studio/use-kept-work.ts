import { useEffect, useRef, useState } from 'react';
import { noteFailure } from '../../lib/early-errors.ts';
import {
  type Draft,
  findCurrentTake,
  getVideoId,
  type Take,
  type TakeSound,
  type Takes,
  useTakes,
  writeDraft,
} from '../takes/public.ts';
import { isLoading, type NarrationState } from './narration-state.ts';
import type { Spoken } from './script-history.ts';
import type { TimedWork } from './timed-work.ts';
import type { Choices } from './use-choices.ts';
import type { Narration } from './use-narration.ts';
import type { VideoChoice } from './use-video-choice.ts';

interface Work {
  /** Names the screen and the person; see `readDraft`. */
  readonly owner: string;
  /** What the page began with. */
  readonly draft: Draft | undefined;
  readonly choices: Choices;
  readonly choice: VideoChoice;
  readonly narration: Narration;
  readonly timed: TimedWork;
}

export interface KeptWork {
  /** Where takes are kept. */
  readonly store: Takes;
  /** Of the take that stands in the studio, or was looked at last. */
  readonly takeId: string | undefined;
  readonly takes: readonly Take[];
  readonly areKept: boolean;
  /** Of the take that stands in the studio. */
  readonly currentId: string | undefined;
  /** Some of them may still be in this browser. */
  readonly hasForgettingFailed: boolean;
  onChoose(take: Take): void;
  onForget(): void;
}

/** Keeps in this browser what is done in the studio: the fields with every letter, and each script and sound as a take. */
export function useKeptWork({ owner, draft, choices, choice, narration, timed }: Work): KeptWork {
  const { state } = narration;
  const takes = useTakes(owner, getVideoId(choice.identity));
  const [lastId, setLastId] = useState(draft?.takeId);
  const [hasForgettingFailed, setForgettingFailed] = useState(false);
  const current = findCurrentTake(takes.list, state, lastId);
  const takeId = current?.id ?? lastId;

  useDraft(owner, { choices, state, choice, takeId });
  useRestoredSounds(takes, { narration, timed, lastId });
  useNewTakes(takes, { choices, state, lastId, note: setLastId });

  return {
    store: takes,
    takeId,
    takes: takes.list,
    areKept: takes.areKept,
    currentId: current?.id,
    hasForgettingFailed,
    onChoose(take) {
      if (take === current || isLoading(state)) return;
      keepText(takes, state, choices);
      setLastId(take.id);
      const { script, scriptLanguage, sound } = take;
      narration.replaceScript({ script, scriptLanguage, spoken: sound && toSpoken(script, sound) });
      timed.keepLocked(take.lockedSeconds ?? []);
      choices.change(chooseAsBefore(take, choices, takes.list));
    },
    onForget() {
      choice.forgetCopy();
      setForgettingFailed(false);
      takes.forget().catch(error => {
        noteFailure(error);
        setForgettingFailed(takes.areKept);
      });
    },
  };
}

/** A wish that no take remembers stays: nothing that was typed is lost. */
function chooseAsBefore(take: Take, now: Choices, takes: readonly Take[]) {
  const { wish, language, voice, describes, followsPicture = now.followsPicture } = take;
  const isWishKept = now.wish.trim() === '' || takes.some(take => take.wish === now.wish);
  return { language, describes, followsPicture, ...(voice && { voice }), ...(isWishKept && { wish }) };
}

function toSpoken(script: string, sound: TakeSound): Spoken {
  const { audio, cues, described, voice, language, chosenLanguage, speakerId } = sound;
  return { script, audio, cues, described, voice, language, chosenLanguage, speakerId };
}

/** Makes a take of a text that is none yet, before another one takes its place. */
function keepText(
  takes: Takes,
  { script, scriptLanguage }: Pick<NarrationState, 'script' | 'scriptLanguage'>,
  choices: Choices,
): void {
  if (script.trim() === '' || takes.list.some(take => take.script === script)) return;
  takes.add({ script, scriptLanguage, ...pickChoices(choices) });
}

/** What a take remembers of the form. */
function pickChoices({ wish, language, voice, followsPicture, describes }: Choices) {
  return { wish, language, voice, followsPicture, describes };
}

/** While a new script is written, the one before it is what a reload should bring back. */
function useDraft(
  owner: string,
  work: Pick<Work, 'choices' | 'choice'> & { state: NarrationState; takeId: string | undefined },
) {
  const { wish, language, voice, followsPicture, describes } = work.choices;
  const { script, scriptLanguage } = work.state.kept?.script ? work.state.kept : work.state;
  const { identity: video } = work.choice;
  const { takeId } = work;
  useEffect(() => {
    const chosen = { wish, language, voice, followsPicture, describes };
    writeDraft(owner, { ...chosen, script, scriptLanguage, video, takeId });
  }, [owner, wish, language, voice, followsPicture, describes, script, scriptLanguage, video, takeId]);
}

interface Restoring {
  readonly narration: Narration;
  readonly timed: TimedWork;
  readonly lastId: string | undefined;
}

/** Gives the narration the sounds of the takes that were kept; that of the last one is heard first. */
function useRestoredSounds(takes: Takes, restoring: Restoring) {
  const latest = useRef({ takes, ...restoring });
  latest.current = { takes, ...restoring };
  const { isRead, videoId } = takes;
  useEffect(() => {
    if (!isRead || !videoId) return;
    const { narration, timed, lastId } = latest.current;
    const { list } = latest.current.takes;
    const last = list.filter(({ id }) => id === lastId);
    const recordings = [...list, ...last].flatMap(({ script, sound }) =>
      sound ? [toSpoken(script, sound)] : [],
    );
    timed.restore(list.flatMap(({ lines = [] }) => lines));
    timed.keepLocked(last[0]?.lockedSeconds ?? []);
    if (recordings.length > 0) narration.restoreSounds(recordings);
  }, [isRead, videoId]);
}

interface NewTakes {
  readonly choices: Choices;
  readonly state: NarrationState;
  readonly lastId: string | undefined;
  /** Told which take was made. */
  readonly note: (id: string) => void;
}

/** A take for each script that was written and each sound that was made, and for a text of one's own before it makes room. */
function useNewTakes(takes: Takes, { choices, state, lastId, note }: NewTakes) {
  const before = useRef(state);
  // After each drawing: only steps from one phase to the next count.
  useEffect(() => {
    const phaseBefore = before.current.phase;
    before.current = state;
    if (state.phase === phaseBefore) return;
    const { script, scriptLanguage, kept, spoken } = state;
    const text = { script, scriptLanguage, ...pickChoices(choices) };
    if (state.phase === 'generating script' && kept) keepText(takes, kept, choices);
    else if (phaseBefore === 'generating script' && state.phase === 'script ready' && script !== '')
      note(takes.add(text).id);
    else if (phaseBefore === 'generating audio' && state.phase === 'audio ready' && spoken) {
      const unspoken = findCurrentTake(takes.list, { script, audio: undefined }, lastId);
      if (unspoken && !unspoken.sound) takes.replace({ ...unspoken, sound: spoken });
      else note(takes.add({ ...text, sound: spoken }).id);
    }
  });
}
