import { speechRateAnswerSchema } from '#shared/api/speech-rates.ts';
import type { LanguageName } from '#shared/languages.ts';
import { getSpokenWith, type SpokenWith } from '#shared/narration/project.ts';
import { type SpeechRate, startRate } from '#shared/script/estimate-speech.ts';
import { toVoiceId } from '#shared/voices.ts';
import { callServer } from '../../../lib/call-server.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { getSpokenLanguage } from '../derive/line-states.ts';
import type { ChosenVideo, EditorState, EditorStore } from '../store/editor-state.ts';
import { getNarration, needsGaps } from '../store/select.ts';
import { listenForGaps } from './listen-for-gaps.ts';

/**
 * Finds out what lines with times depend on: how fast the chosen voice speaks, and where people speak in a video that is described.
 * @returns ends it
 */
export function watchLines(store: EditorStore): () => void {
  const rate = createLatest<Voiced>(JSON.stringify, async ({ spokenWith, language }, signal) => {
    store.setState({ speechRate: undefined });
    // What is spoken here is learned from all the same.
    const speechRate = await fetchSpeechRate(spokenWith, language, signal).catch((error: unknown) => {
      if (!signal.aborted) noteFailure(error);
      return startRate(language);
    });
    if (!signal.aborted) store.setState({ speechRate });
  });
  const gaps = createLatest<ChosenVideo>(
    ({ file }) => file,
    async ({ file, facts }, signal) => {
      const heard = await listenForGaps(file, facts.durationSeconds, { signal });
      store.setState(({ video }) => (video?.file === file ? { heard } : {}));
    },
  );
  const look = (state: EditorState) => {
    rate.run(findVoiced(state));
    gaps.run(needsGaps(state) && !state.heard ? state.video : undefined);
  };
  look(store.getState());
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
    rate.run(undefined);
    gaps.run(undefined);
  };
}

interface Voiced {
  readonly spokenWith: Pick<SpokenWith, 'voice' | 'provider'>;
  readonly language: LanguageName;
}

function findVoiced(state: EditorState): Voiced | undefined {
  const narration = getNarration(state);
  const spokenWith = narration && getSpokenWith(state.project, narration);
  if (!spokenWith) return undefined;
  const { voice, provider } = spokenWith;
  return { spokenWith: { voice, provider }, language: getSpokenLanguage(narration, state) };
}

/** Runs work once for each subject; another subject stops the work before. @param identify tells subjects apart */
function createLatest<Subject>(
  identify: (subject: Subject) => unknown,
  work: (subject: Subject, signal: AbortSignal) => Promise<void>,
) {
  let current: unknown;
  let control = new AbortController();
  return {
    run(subject: Subject | undefined): void {
      const next = subject && identify(subject);
      if (next === current) return;
      current = next;
      control.abort();
      control = new AbortController();
      const { signal } = control;
      if (subject !== undefined) work(subject, signal).catch(error => signal.aborted || noteFailure(error));
    },
  };
}

/** How fast the voice speaks, as far as the server has measured it. @throws {CodedError} */
async function fetchSpeechRate(
  { voice, provider }: Voiced['spokenWith'],
  language: LanguageName,
  signal: AbortSignal,
): Promise<SpeechRate> {
  const query = new URLSearchParams({ voice: toVoiceId(voice), language, ...(provider && { provider }) });
  const response = await callServer(`/api/speech-rates?${query}`, { signal });
  const { factor } = speechRateAnswerSchema.parse(await response.json());
  return startRate(language, factor);
}
