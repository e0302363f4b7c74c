import type { MusicPlace } from '#media/mix/music.ts';
import { collectProvenance, type Provenance, type VoiceSource } from '#shared/marks/provenance.ts';
import {
  getDescriptionKind,
  getMusicKey,
  getSpokenWith,
  isSpokenByLine,
  isTimed,
  type Music,
  type Narration,
  type NarrationStyle,
  type Project,
} from '#shared/narration/project.ts';
import type { DescribedResult } from '#shared/report/description-report.ts';
import { type PicturePause, type SpokenCue, toPausedSeconds } from '#shared/script/cues.ts';
import {
  createPlacer,
  type DescribedVideo,
  pauseBetweenSeconds,
  placeDelivery,
  placeInOrder,
  planDescription,
} from '#shared/script/plan-lines.ts';
import { listSaid } from '#shared/transcript/to-transcript.ts';
import { getVoiceName } from '#shared/voices.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState, HeardVideo, Sound } from './editor-state.ts';
import { getDescribedVideo, getDurationSeconds, getLineStates, type LineState } from './line-states.ts';
import { findLineSound, findRecording, getNarration, rememberSounding, type Sounding } from './select.ts';

/** A spoken line and when it is heard, in seconds of the finished sound. */
export interface VoiceLine extends SpokenCue {
  readonly id: string;
  readonly mp3: Blob;
  readonly seconds: number;
  /** The length is divided by it, the pitch stays. */
  readonly speed: number;
}

export type VoiceTrack =
  | { readonly kind: 'recording'; readonly mp3: Blob; readonly speed: number }
  /** In order, without overlaps. */
  | { readonly kind: 'lines'; readonly lines: readonly VoiceLine[] };

export interface VoicePlan {
  readonly track: VoiceTrack;
  readonly isWhole: boolean;
  /** What is heard when, in seconds of the finished sound; empty where that is unknown. */
  readonly cues: readonly SpokenCue[];
  readonly pauses: readonly PicturePause[];
  /** Of the finished sound; undefined for a recording that was not measured. */
  readonly soundSeconds: number | undefined;
  /** Of the finished video, or of the sound without one. */
  readonly durationSeconds: number;
  readonly described: DescribedResult | undefined;
}

/**
 * All lines that are spoken so far, or the recording of a continuous script.
 * @returns the same object while nothing of it changes; undefined while nothing is spoken, and before the gaps of a description are known
 */
export function planVoice(state: EditorState): VoicePlan | undefined {
  const narration = getNarration(state);
  if (!narration) return undefined;
  const durationSeconds = getDurationSeconds(state);
  if (isTimed(narration))
    return planLines(narration.style, getLineStates(state), getDescribedVideo(state), durationSeconds);
  const videoSeconds = state.video && durationSeconds;
  if (isSpokenByLine(narration)) return planRows(state, narration, videoSeconds);
  const recording = findRecording(state, narration);
  return recording && planRecording(recording, narration.settings.tempo ?? 1, videoSeconds);
}

export function planWholeVoice(state: EditorState): VoicePlan | undefined {
  const voice = planVoice(state);
  return voice?.isWhole ? voice : undefined;
}

export function isSameVoice(one: VoicePlan | undefined, other: VoicePlan | undefined): boolean {
  if (!one || !other || one === other) return one === other;
  const [parts, others] = [listParts(one), listParts(other)];
  return parts.length === others.length && parts.every((part, at) => part === others[at]);
}

function listParts({ durationSeconds, track }: VoicePlan): readonly unknown[] {
  if (track.kind === 'recording') return [durationSeconds, track.mp3, track.speed];
  const lines = track.lines.flatMap(({ startSeconds, mp3, speed }) => [startSeconds, mp3, speed]);
  return [durationSeconds, ...lines];
}

const planRecording = rememberLast((sound: Sound, speed: number, videoSeconds?: number): VoicePlan => {
  const { mp3, seconds, cues = [] } = sound;
  const spokenSeconds = seconds ?? cues.at(-1)?.endSeconds;
  const soundSeconds = spokenSeconds === undefined ? undefined : spokenSeconds / speed;
  return {
    track: { kind: 'recording', mp3, speed },
    isWhole: true,
    cues: cues.map(({ text, startSeconds, endSeconds }) => ({
      text,
      startSeconds: startSeconds / speed,
      endSeconds: endSeconds / speed,
    })),
    pauses: [],
    soundSeconds,
    durationSeconds: videoSeconds ?? soundSeconds ?? 0,
    described: undefined,
  };
});

const planLines = rememberLast(planLinesAnew);

function planLinesAnew(
  style: NarrationStyle,
  states: readonly LineState[],
  described: DescribedVideo | undefined,
  durationSeconds: number,
): VoicePlan | undefined {
  const isPlaced = described !== undefined || getDescriptionKind({ style }) === undefined;
  if (!isPlaced || !states.some(({ sound }) => sound)) return undefined;
  const spoken = states.flatMap(({ line, sound, needSeconds: seconds, ...state }) => {
    const { pace, availableSeconds, pauseBeforeSeconds, pauseAfterSeconds, maxSpeed } = state;
    const startSeconds = state.startSeconds + pauseBeforeSeconds;
    const placed = { startSeconds, availableSeconds, pauseBeforeSeconds, pauseAfterSeconds, maxSpeed };
    // What a voice cannot read has no sound.
    return sound?.mp3.size ? [{ ...placed, id: line.id, text: line.text, sound, seconds, pace }] : [];
  });
  const plan = described && planDescription(spoken, described);
  const placed = plan?.lines ?? placeInOrder(spoken, { most: spoken[0]?.maxSpeed });
  const lines = placed.map(({ line: { id, text, sound, pace }, ...times }): VoiceLine => {
    const { speed, startSeconds, endSeconds } = times;
    const { mp3, seconds = 0 } = sound;
    return { id, text, mp3, seconds, speed: speed * pace, startSeconds, endSeconds };
  });
  const endSeconds = lines.at(-1)?.endSeconds ?? 0;
  const finishedSeconds = plan?.durationSeconds ?? durationSeconds;
  return {
    track: { kind: 'lines', lines },
    isWhole: states.every(({ line, sound }) => sound !== undefined || line.text.trim() === ''),
    cues: lines,
    pauses: plan?.pauses ?? [],
    soundSeconds: Math.max(finishedSeconds, endSeconds),
    durationSeconds: finishedSeconds,
    described: described && plan && { ...described, plan },
  };
}

const planRows = rememberSounding(
  (state, narration: Narration, videoSeconds?: number): VoicePlan | undefined => {
    const { tempo = 1 } = narration.settings;
    const said = narration.lines.filter(({ text }) => text.trim() !== '');
    const place = createPlacer({ pauseSeconds: pauseBetweenSeconds });
    let isWhole = true;
    const lines = said.flatMap((line): VoiceLine[] => {
      const sound = findLineSound(state, narration, line);
      if (!sound?.mp3.size) {
        isWhole &&= sound !== undefined;
        return [];
      }
      const { mp3, seconds = 0 } = sound;
      const time = { startSeconds: 0, availableSeconds: Number.POSITIVE_INFINITY, seconds: seconds / tempo };
      const delivered = placeDelivery(time, line);
      const { startSeconds, endSeconds } = place(delivered);
      const speed = delivered.pace * tempo;
      return [{ id: line.id, text: line.text, mp3, seconds, speed, startSeconds, endSeconds }];
    });
    const soundSeconds = lines.at(-1)?.endSeconds;
    if (soundSeconds === undefined) return undefined;
    return {
      track: { kind: 'lines', lines },
      isWhole,
      cues: lines,
      pauses: [],
      soundSeconds,
      durationSeconds: videoSeconds ?? soundSeconds,
      described: undefined,
    };
  },
);

/** In seconds of the finished video; lines that are not spoken yet where they will be. The same list while nothing of it changes. */
export function getCaptionCues(state: EditorState): readonly SpokenCue[] {
  return listCues(getLineStates(state), planVoice(state));
}

const none: readonly SpokenCue[] = [];

const listCues = rememberLast((lines: readonly LineState[], voice: VoicePlan | undefined) => {
  // Lines without times are heard one after the other, those that are spoken.
  if (voice?.track.kind === 'recording' || lines.length === 0) return voice?.cues ?? none;
  const spoken = voice?.track.kind === 'lines' ? voice.track.lines : [];
  const byId = new Map(spoken.map(cue => [cue.id, cue]));
  return lines.flatMap(line => byId.get(line.line.id) ?? estimateCue(line, voice?.pauses ?? []));
});

function estimateCue(
  { line, startSeconds: fromSeconds, pauseBeforeSeconds, needSeconds, availableSeconds, leftOut }: LineState,
  pauses: readonly PicturePause[],
): SpokenCue[] {
  const seconds = Math.min(needSeconds, availableSeconds);
  if (seconds <= 0 || leftOut !== undefined) return [];
  const startSeconds = toPausedSeconds(fromSeconds + pauseBeforeSeconds, pauses);
  return [{ text: line.text, startSeconds, endSeconds: startSeconds + seconds }];
}

export interface HeardMusic extends MusicPlace {
  readonly file: Blob;
  readonly lufs: number;
  readonly seconds: number;
}

/** The music of the narration that is shown; the same object while nothing of it changes. Undefined without its file. */
export function getMusic(state: EditorState): HeardMusic | undefined {
  const music = getNarration(state)?.settings.music;
  return findMusic(
    music,
    music && state.sounds.get(getMusicKey(music.id)),
    state.project.transcript,
    state.heard,
  );
}

const findMusic = rememberLast(toHeard);

export function getMusicOf(
  { project, sounds, heard }: EditorState,
  narration: Narration,
  original: Narration,
): HeardMusic | undefined {
  const music = narration.settings.music ?? original.settings.music;
  return toHeard(music, music && sounds.get(getMusicKey(music.id)), project.transcript, heard);
}

function toHeard(
  music: Music | undefined,
  sound: Sound | undefined,
  transcript: Project['transcript'],
  heard: HeardVideo | undefined,
): HeardMusic | undefined {
  if (!music || sound?.lufs === undefined || sound.seconds === undefined) return undefined;
  return {
    file: sound.mp3,
    lufs: sound.lufs,
    seconds: sound.seconds,
    fromSeconds: (music.fromMs ?? 0) / 1000,
    toSeconds: music.toMs === undefined ? undefined : music.toMs / 1000,
    levelDb: music.levelDb,
    // Where the whole video counts as speech because nobody could listen, that says nothing.
    speech: transcript ? listSaid(transcript) : heard?.isHeard ? heard.speech : [],
  };
}

export function getProvenance(state: EditorState): Provenance | undefined {
  const narration = getNarration(state);
  return narration && findProvenance(state, narration);
}

const findProvenance = rememberSounding((state, narration: Narration) => {
  const isRecorded = narration.lines.some(line => line.recordingId && findLineSound(state, narration, line));
  return collectProvenance(narration, listVoices(state, narration), isRecorded);
});

function listVoices(state: Sounding, narration: Narration): VoiceSource[] {
  if (!isSpokenByLine(narration)) {
    const recording = findRecording(state, narration);
    const spokenWith = getSpokenWith(state.project, narration);
    return recording && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...recording.source }] : [];
  }
  return narration.lines.flatMap(line => {
    // A person's own recording is nobody's voice.
    const sound = line.recordingId === undefined && findLineSound(state, narration, line);
    const spokenWith = getSpokenWith(state.project, narration, line);
    return sound && spokenWith ? [{ name: getVoiceName(spokenWith.voice), ...sound.source }] : [];
  });
}
