import type { DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import { maxSubtitleSpeed } from '#shared/limits.ts';
import { getDescriptionKind, isTimed, type Narration, type Project } from '#shared/narration/project.ts';
import { estimateSeconds, type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { listWords, toSpeech } from '#shared/transcript/to-transcript.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState } from './editor-state.ts';
import { type LineState, listLines } from './list-lines.ts';
import { findLineSound, getNarration } from './select.ts';

/** The language that a narration is spoken in, as far as it is known. */
export function getSpokenLanguage(
  { language }: Narration,
  { form }: Pick<EditorState, 'form'>,
): LanguageName {
  return language ?? form.language;
}

/** The video's length; without a video that of the narration, as far as it is known. */
export function getDurationSeconds(state: EditorState): number {
  const videoSeconds = state.video?.facts.durationSeconds;
  if (videoSeconds !== undefined) return videoSeconds;
  const narration = getNarration(state);
  const last = narration?.lines.at(-1);
  if (!narration || !last) return 0;
  const estimate = createEstimate(state.speechRate, getSpokenLanguage(narration, state));
  return Math.ceil((last.startMs ?? 0) / 1000 + 1.2 * estimate(last.text) + 1);
}

/**
 * The video that the lines describe. Without one there is no speech to avoid.
 * @returns undefined for a narration, and while the gaps are unknown
 */
export function getDescribedVideo(state: EditorState): DescribedVideo | undefined {
  const narration = getNarration(state);
  const kind = narration && getDescriptionKind(narration);
  if (!kind) return undefined;
  return describeVideo(kind, getDurationSeconds(state), state.heard, state.video, state.project.transcript);
}

type VideoInputs = [
  kind: DescriptionKind,
  durationSeconds: number,
  heard: EditorState['heard'],
  video: EditorState['video'],
  transcript: Project['transcript'],
];

const describeVideo = rememberLast((inputs: VideoInputs): DescribedVideo | undefined => {
  const [kind, durationSeconds, heard, video, transcript] = inputs;
  // Where the times of words are known, they are more exact than what is found by sound.
  const said = transcript && toSpeech(transcript);
  const whole = [{ startSeconds: 0, endSeconds: durationSeconds }];
  const gaps = said ? computeGaps(said, durationSeconds) : (heard?.gaps ?? (video ? undefined : whole));
  const speech = said ?? (heard?.isHeard ? heard.speech : undefined);
  const words = transcript && listWords(transcript);
  return gaps && { kind, gaps, speech, words, durationSeconds };
});

const none: readonly LineState[] = [];
let last: { readonly of: readonly unknown[]; readonly lines: readonly LineState[] } | undefined;

/** The lines of the narration that is shown, with what each needs and has; the same list while nothing of it changes. */
export function getLineStates(state: EditorState): readonly LineState[] {
  const narration = getNarration(state);
  if (!narration || !isTimed(narration)) return none;
  const { lines, settings, language } = narration;
  const described = getDescribedVideo(state);
  const durationSeconds = getDurationSeconds(state);
  const spokenLanguage = getSpokenLanguage(narration, state);
  const of = [
    lines,
    settings,
    language,
    state.project.cast,
    state.project.glossary,
    state.ownPronunciations,
    state.sounds,
    state.speechRate,
    described,
    durationSeconds,
    spokenLanguage,
  ];
  if (last && of.every((each, at) => each === last?.of[at])) return last.lines;
  const knowledge = {
    durationSeconds,
    language: spokenLanguage,
    findSound: (line: Narration['lines'][number]) => findLineSound(state, narration, line),
    estimate: createEstimate(state.speechRate, spokenLanguage),
    described,
    maxSpeed: settings.isSpokenSubtitles ? maxSubtitleSpeed : undefined,
  };
  last = { of, lines: listLines(lines, knowledge, last?.lines) };
  return last.lines;
}

/** Guessed lengths are kept for as long as their rate: with each letter that is typed all other lines stay as they are. */
const guesses = new WeakMap<SpeechRate, Map<string, number>>();
/** Each step of what is typed is a text. */
const maxGuesses = 5000;
const firstRates = new Map<LanguageName, SpeechRate>();

/** How long texts take with a voice, in seconds; before anything was spoken, by the usual rate of the language. */
function createEstimate(rate: SpeechRate | undefined, language: LanguageName): (text: string) => number {
  const first = firstRates.get(language) ?? startRate(language);
  firstRates.set(language, first);
  const known = rate ?? first;
  const guessed = guesses.get(known) ?? new Map<string, number>();
  guesses.set(known, guessed);
  return text => {
    const before = guessed.get(text);
    if (before !== undefined) return before;
    const seconds = estimateSeconds(text, known);
    if (guessed.size >= maxGuesses) guessed.clear();
    guessed.set(text, seconds);
    return seconds;
  };
}
