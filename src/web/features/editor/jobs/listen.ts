import { anyLength, readBlob, withVideo } from '#media/browser/open-video-blob.ts';
import { readSubtitleTrack } from '#media/container/read-subtitle-track.ts';
import { chooseSounds } from '#media/sound/choose-sounds.ts';
import { findVideoSpeech, type NoteSpeechProgress } from '#media/speech/find-speech.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { refuse } from '#shared/errors.ts';
import { describedVideoMessages } from '#shared/messages/described-video.ts';
import {
  getDescriptionKind,
  getSpokenWith,
  type Narration,
  type Transcript,
} from '#shared/narration/project.ts';
import { computeGaps, type TimeSpan, toSentGaps } from '#shared/script/gaps.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { readTranscriptFile, toSegment } from '#shared/transcript/read-transcript-file.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { run, runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { Activity, ChosenVideo, EditorState, EditorStore, HeardVideo } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import type { ScriptOrder, ScriptStep } from '../model/narration-service.ts';
import { getNarration, getShownKind } from '../model/select.ts';
import type { JobContext } from './jobs.ts';

// The media code: fetched with the first video.

const workMs = 8;

/** Lets the page do something else after each bit of work; a tab in the background has nothing to draw, and its timers sleep. */
export function createRests(): () => Promise<void> | undefined {
  let restedMs = performance.now();
  return () => {
    if (document.hidden || performance.now() - restedMs < workMs) return;
    return new Promise(resolve => {
      setTimeout(() => {
        restedMs = performance.now();
        resolve();
      });
    });
  };
}

interface Listening {
  readonly watchers: Set<NoteSpeechProgress>;
  read(signal: AbortSignal): Promise<readonly TimeSpan[]>;
}

/** Each file is listened to once for all who ask; what was found is kept as long as the file is. */
const listenings = new WeakMap<Blob, Listening>();

function shareListening(file: Blob): Listening {
  const watchers: Listening['watchers'] = new Set();
  let found: readonly TimeSpan[] | undefined;
  const listen = shareTask(async signal => {
    const rest = createRests();
    const noteProgress = (heardSeconds: number) => {
      for (const note of watchers) void note(heardSeconds);
      return rest();
    };
    found = await withVideo(file, anyLength, video => findVideoSpeech(video, signal, { noteProgress }));
    return found;
  });
  const listening: Listening = { watchers, read: async signal => found ?? (await listen(signal)) };
  listenings.set(file, listening);
  return listening;
}

/** The page stays free meanwhile. @throws {CodedError} when the file cannot be read, `client_closed` when the signal fires */
export async function listenForGaps(
  video: Blob,
  totalSeconds: number,
  signal: AbortSignal,
  report?: (activity: Activity) => void,
): Promise<HeardVideo> {
  const { watchers, read } = listenings.get(video) ?? shareListening(video);
  const note = (heardSeconds: number) => report?.({ kind: 'listening', heardSeconds, totalSeconds });
  watchers.add(note);
  const speech = await read(signal).finally(() => watchers.delete(note));
  const gaps = computeGaps(speech, totalSeconds);
  if (gaps.length > 0) return { speech, gaps, isHeard: true };
  const { tracks, used } = await withVideo(video, anyLength, chooseSounds);
  return { speech, gaps, isHeard: tracks.length === 0 || used.length > 0 };
}

/** The lines of a description are fitted into gaps, which must be known by then. */
export async function requireGaps(
  { store }: Editor,
  narration: Narration,
  { signal, report }: JobContext,
): Promise<void> {
  const { video, heard } = store.getState();
  if (!getDescriptionKind(narration) || !video || heard) return;
  const found = await listenForGaps(video.file, video.facts.durationSeconds, signal, report);
  store.setState(state => (state.video === video ? { heard: found } : state));
}

export type PreparedDescription = NonNullable<Awaited<ReturnType<typeof prepareDescription>>>;

/** Nothing where no description is asked for. @throws {CodedError} `unsupported_codec` where lines might be spoken over people */
export async function prepareDescription(
  { video, description, durationSeconds: totalSeconds, speech, signal }: ScriptOrder,
  report: (step: ScriptStep) => void,
) {
  if (!description) return undefined;
  const goOn = (activity: Activity) => report({ type: 'went on', activity });
  if (!speech) goOn({ kind: 'listening', heardSeconds: 0, totalSeconds });
  const { gaps, isHeard } = speech
    ? { gaps: computeGaps(speech, totalSeconds), isHeard: true }
    : await listenForGaps(video, totalSeconds, signal, goOn);
  if (!isHeard && description === 'standard')
    throw refuse('unsupported_codec', describedVideoMessages.undecodable);
  return { gaps, sentGaps: toSentGaps(gaps) };
}

/** Finds where people speak in a video that is described; forgets what was learned of a voice's speed once another one speaks. @returns ends it */
export function watchLines(store: EditorStore): () => void {
  let voiced = findVoiced(store.getState());
  let listened: File | undefined;
  let control: AbortController | undefined;
  const listenTo = (video: ChosenVideo | undefined) => {
    if (video?.file === listened) return;
    listened = video?.file;
    control?.abort();
    control = new AbortController();
    if (video) listen(store, video, control.signal).catch(noteFailure);
  };
  const look = (state: EditorState) => {
    listenTo(getShownKind(state) && !state.heard ? state.video : undefined);
    const now = findVoiced(state);
    if (now === voiced) return;
    voiced = now;
    store.setState({ speechRate: undefined });
  };
  look(store.getState());
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    listenTo(undefined);
  };
}

async function listen(store: EditorStore, { file, facts }: ChosenVideo, signal: AbortSignal): Promise<void> {
  const heard = await listenForGaps(file, facts.durationSeconds, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (heard) store.setState(({ video }) => (video?.file === file ? { heard } : {}));
}

function findVoiced(state: EditorState): string | undefined {
  const narration = getNarration(state);
  const spokenWith = narration && getSpokenWith(state.project, narration);
  if (!spokenWith) return undefined;
  return JSON.stringify([spokenWith.voice, spokenWith.provider, getSpokenLanguage(narration, state)]);
}

/** Takes what is said from subtitles beside a video, else from a track in it, at no cost. Never rejects: the state says why none can be used. */
export async function findTranscript(
  { store }: Editor,
  { file, facts }: ChosenVideo,
  subtitles: File | undefined,
): Promise<void> {
  const isOurs = () => store.getState().video?.file === file;
  const isKnown = () => store.getState().project.transcript !== undefined;
  const refuse = (message: string) =>
    isOurs() && store.setState({ refusal: { message, needsReload: false } });
  const take = (change: typeof run, heard: Heard, provider: string) => {
    const source: Transcript['source'] = { kind: 'subtitles', provider };
    if (isOurs()) change(store, { type: 'setTranscript', ...toTranscript(heard, source) });
  };
  try {
    if (subtitles) {
      const bytes = new Uint8Array(await subtitles.arrayBuffer());
      const heard = await readTranscriptFile(bytes, subtitles.name, facts.durationSeconds);
      take(run, heard, subtitles.name);
      if (heard.notice) refuse(heard.notice.text);
    } else if (!isKnown()) {
      const track = await withVideo(file, anyLength, video =>
        readSubtitleTrack(readBlob(file), video, new AbortController().signal),
      );
      if (!track || isKnown()) return;
      const { name, cues, language } = track;
      take(runUnremembered, { segments: cues.map(toSegment), language }, name || file.name);
    }
  } catch (error) {
    noteFailure(error);
    refuse(describeFailure(error));
  }
}
