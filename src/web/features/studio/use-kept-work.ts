import { useEffect, useRef, useState } from 'react';
import { noteFailure } from '../../lib/early-errors.ts';
import {
  type Draft,
  findCurrentVersion,
  getVideoId,
  useVersions,
  type Version,
  type VersionSound,
  type Versions,
  writeDraft,
} from '../versions/public.ts';
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
  /** Where versions are kept. */
  readonly store: Versions;
  /** Of the version that is shown, or was shown last. */
  readonly versionId: string | undefined;
  readonly versions: readonly Version[];
  readonly areKept: boolean;
  /** Of the version that is shown. */
  readonly currentId: string | undefined;
  /** Some of them may still be in this browser. */
  readonly hasForgettingFailed: boolean;
  onChoose(version: Version): void;
  onForget(): void;
}

/** Keeps the work in this browser: the fields at every change, and each script and recording as a version. */
export function useKeptWork({ owner, draft, choices, choice, narration, timed }: Work): KeptWork {
  const { state } = narration;
  const versions = useVersions(owner, getVideoId(choice.identity));
  const [lastId, setLastId] = useState(draft?.versionId);
  const [hasForgettingFailed, setForgettingFailed] = useState(false);
  const current = findCurrentVersion(versions.list, state, lastId);
  const versionId = current?.id ?? lastId;

  useDraft(owner, { choices, state, choice, versionId });
  useRestoredSounds(versions, { narration, timed, lastId });
  useNewVersions(versions, { choices, state, lastId, note: setLastId });

  return {
    store: versions,
    versionId,
    versions: versions.list,
    areKept: versions.areKept,
    currentId: current?.id,
    hasForgettingFailed,
    onChoose(version) {
      if (version === current || isLoading(state)) return;
      keepText(versions, state, choices);
      setLastId(version.id);
      const { script, scriptLanguage, sound } = version;
      narration.replaceScript({ script, scriptLanguage, spoken: sound && toSpoken(script, sound) });
      timed.keepLocked(version.lockedSeconds ?? []);
      choices.change(chooseAsBefore(version, choices, versions.list));
    },
    onForget() {
      choice.forgetCopy();
      setForgettingFailed(false);
      versions.forget().catch(error => {
        noteFailure(error);
        setForgettingFailed(versions.areKept);
      });
    },
  };
}

/** A prompt that no take remembers stays: nothing that was typed is lost. */
function chooseAsBefore(version: Version, now: Choices, versions: readonly Version[]) {
  const { prompt, language, voice, describes, followsPicture = now.followsPicture } = version;
  const isPromptKept = now.prompt.trim() === '' || versions.some(version => version.prompt === now.prompt);
  return { language, describes, followsPicture, ...(voice && { voice }), ...(isPromptKept && { prompt }) };
}

function toSpoken(script: string, sound: VersionSound): Spoken {
  const { audio, cues, described, voice, language, chosenLanguage, speakerId } = sound;
  return { script, audio, cues, described, voice, language, chosenLanguage, speakerId };
}

/** Keeps a text that is no version yet as one, before it is replaced. */
function keepText(
  versions: Versions,
  { script, scriptLanguage }: Pick<NarrationState, 'script' | 'scriptLanguage'>,
  choices: Choices,
): void {
  if (script.trim() === '' || versions.list.some(version => version.script === script)) return;
  versions.add({ script, scriptLanguage, ...pickChoices(choices) });
}

/** What a version keeps of the form. */
function pickChoices({ prompt, language, voice, followsPicture, describes }: Choices) {
  return { prompt, language, voice, followsPicture, describes };
}

/** While a new script is written, the one before it is what a reload should bring back. */
function useDraft(
  owner: string,
  work: Pick<Work, 'choices' | 'choice'> & { state: NarrationState; versionId: string | undefined },
) {
  const { prompt, language, voice, followsPicture, describes } = work.choices;
  const { script, scriptLanguage } = work.state.kept?.script ? work.state.kept : work.state;
  const { identity: video } = work.choice;
  const { versionId } = work;
  useEffect(() => {
    const chosen = { prompt, language, voice, followsPicture, describes };
    writeDraft(owner, { ...chosen, script, scriptLanguage, video, versionId });
  }, [owner, prompt, language, voice, followsPicture, describes, script, scriptLanguage, video, versionId]);
}

interface Restoring {
  readonly narration: Narration;
  readonly timed: TimedWork;
  readonly lastId: string | undefined;
}

/** Restores the recordings of the versions that were kept; the last one is heard first. */
function useRestoredSounds(versions: Versions, restoring: Restoring) {
  const latest = useRef({ versions, ...restoring });
  latest.current = { versions, ...restoring };
  const { isRead, videoId } = versions;
  useEffect(() => {
    if (!isRead || !videoId) return;
    const { narration, timed, lastId } = latest.current;
    const { list } = latest.current.versions;
    const last = list.filter(({ id }) => id === lastId);
    const recordings = [...list, ...last].flatMap(({ script, sound }) =>
      sound ? [toSpoken(script, sound)] : [],
    );
    timed.restore(list.flatMap(({ lines = [] }) => lines));
    timed.keepLocked(last[0]?.lockedSeconds ?? []);
    if (recordings.length > 0) narration.restoreSounds(recordings);
  }, [isRead, videoId]);
}

interface NewVersions {
  readonly choices: Choices;
  readonly state: NarrationState;
  readonly lastId: string | undefined;
  /** Told which take was made. */
  readonly note: (id: string) => void;
}

/** A take for each script that was written and each sound that was made, and for a text of one's own before it makes room. */
function useNewVersions(versions: Versions, { choices, state, lastId, note }: NewVersions) {
  const before = useRef(state);
  // After each drawing: only steps from one phase to the next count.
  useEffect(() => {
    const phaseBefore = before.current.phase;
    before.current = state;
    if (state.phase === phaseBefore) return;
    const { script, scriptLanguage, kept, spoken } = state;
    const text = { script, scriptLanguage, ...pickChoices(choices) };
    if (state.phase === 'generating script' && kept) keepText(versions, kept, choices);
    else if (phaseBefore === 'generating script' && state.phase === 'script ready' && script !== '')
      note(versions.add(text).id);
    else if (phaseBefore === 'generating audio' && state.phase === 'audio ready' && spoken) {
      const unspoken = findCurrentVersion(versions.list, { script, audio: undefined }, lastId);
      if (unspoken && !unspoken.sound) versions.replace({ ...unspoken, sound: spoken });
      else note(versions.add({ ...text, sound: spoken }).id);
    }
  });
}
