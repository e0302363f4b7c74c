import type { LanguageName } from '#shared/languages.ts';
import { getSpokenWith, type SpokenWith } from '#shared/narration/project.ts';
import { startRate } from '#shared/script/estimate-speech.ts';
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
  // What is spoken here is learned from.
  const rate = createLatest<Voiced>(JSON.stringify, async ({ language }) => {
    store.setState({ speechRate: startRate(language) });
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
