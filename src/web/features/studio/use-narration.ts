import { useEffect, useReducer, useRef } from 'react';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { silenceNoticeMs } from '#shared/limits.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import type { LineSound } from '../line-editor/public.ts';
import type {
  AudioOrder,
  LinesOrder,
  NarrationService,
  RewriteOrder,
  ScriptOrder,
} from './narration-service.ts';
import {
  createNarrationState,
  getTickMs,
  type NarrationEvent,
  type NarrationState,
  reduceNarration,
  type Work,
} from './narration-state.ts';
import type { Describing, Spoken } from './script-history.ts';

/** A text, and its sound where there is one. */
export type Replacement = Omit<Extract<NarrationEvent, { type: 'script replaced' }>, 'type'>;

/** Makes the sound of a whole timed script; undefined while some of its lines were never spoken. */
export type MixWhole = (
  script: string,
  signal: AbortSignal,
) => Promise<Pick<Spoken, 'audio' | 'cues' | 'described'> | undefined>;

export interface Narration {
  readonly state: NarrationState;
  generateScript(order: Omit<ScriptOrder, 'signal'>): void;
  /** Writes the script anew, so that it fits; one that fails leaves it as it was. */
  rewriteScript(order: Omit<RewriteOrder, 'signal'>): void;
  /** @param chosenLanguage as selected in the form, to notice a later change */
  generateAudio(order: Omit<AudioOrder, 'signal'>, chosenLanguage: LanguageName): void;
  /** Has lines of a timed script spoken; each is taken as it comes, and stays where a later one fails. */
  speakLines(
    order: Omit<LinesOrder, 'signal'>,
    chosenLanguage: LanguageName,
    taking: { takeLine(line: LineSound): void; mix: MixWhole },
  ): void;
  editScript(script: string): void;
  /** Replaces the script at once; one Undo restores it. */
  replaceScript(text: Replacement): void;
  undo(): void;
  redo(): void;
  /** @param recordings from before a reload, the one to be heard first last */
  restoreSounds(recordings: readonly Spoken[]): void;
  /** Places timed lines as a description from now on, or as a narration. */
  describe(describing: Describing | undefined): void;
  cancel(): void;
}

/**
 * Runs the narration flow: calls the service, ticks the bar, and stops the work (on the server too) on a
 * cancel or when the studio is left.
 * @param onFailure called after the reason is on the page
 */
export function useNarration(
  service: NarrationService,
  createFirstState: () => NarrationState = createNarrationState,
  onFailure?: (work: Work, code: ErrorCode | undefined) => void,
): Narration {
  const [state, dispatch] = useReducer(reduceNarration, undefined, createFirstState);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  const tickMs = getTickMs(state);
  useEffect(() => {
    if (tickMs === undefined) return;
    const timer = setInterval(() => dispatch({ type: 'ticked' }), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);

  // Several presses can come before the page has rendered the first one.
  const isBusy = () => running.current !== undefined;

  async function run(
    work: Work,
    start: (signal: AbortSignal, report: (event: NarrationEvent) => void) => Promise<void>,
  ) {
    const controller = new AbortController();
    running.current = controller;
    const silence = watchSilence(controller.signal, () => dispatch({ type: 'fell silent' }));
    // What an aborted run still says must not reach the run after it.
    const report = (event: NarrationEvent) => {
      if (controller.signal.aborted) return;
      silence.breakIt();
      dispatch(event);
    };
    try {
      await start(controller.signal, report);
    } catch (error) {
      if (controller.signal.aborted) return;
      noteFailure(error);
      const code = error instanceof CodedError ? error.code : undefined;
      report({ type: 'failed', message: describeFailure(error), code });
      // An alert stops everything, so the page gets the time to show the reason first.
      setTimeout(() => onFailure?.(work, code));
    } finally {
      silence.end();
      if (running.current === controller) running.current = undefined;
    }
  }

  return {
    state,
    generateScript(order) {
      if (isBusy()) return;
      dispatch({ type: 'script requested', language: order.language });
      void run('script', async (signal, report) => {
        const written = await service.createScript({ ...order, signal }, report);
        report({ type: 'script arrived', written });
      });
    },
    rewriteScript(order) {
      if (isBusy()) return;
      dispatch({ type: 'script requested', language: order.language });
      dispatch({ type: 'went on', activity: { kind: 'writing' } });
      void run('script', async (signal, report) => {
        const script = await service.rewriteScript({ ...order, signal }, report);
        report({ type: 'script arrived', written: { script } });
      });
    },
    generateAudio(order, chosenLanguage) {
      if (isBusy()) return;
      dispatch({ type: 'audio requested' });
      void run('audio', async (signal, report) => {
        const sound = await service.createAudio({ ...order, signal }, receivedBytes =>
          report({ type: 'went on', activity: { kind: 'speaking', receivedBytes } }),
        );
        const { voice, language, provider: speakerId } = order;
        report({ type: 'audio arrived', spoken: { ...sound, voice, language, chosenLanguage, speakerId } });
      });
    },
    speakLines(order, chosenLanguage, { takeLine, mix }) {
      if (isBusy()) return;
      dispatch({ type: 'audio requested' });
      void run('audio', async (signal, report) => {
        const total = order.lines.length;
        let done = 0;
        const reportDone = () =>
          report({ type: 'went on', activity: { kind: 'speaking lines', done, total } });
        reportDone();
        const takeSpoken = (line: LineSound) => {
          done = Math.min(total, done + 1);
          takeLine(line);
          reportDone();
        };
        const isAsked = total > 0 || order.shorten;
        const script = isAsked ? await service.speakLines({ ...order, signal }, takeSpoken) : order.script;
        report({ type: 'went on', activity: { kind: 'laying lines' } });
        const whole = await mix(script, signal);
        const { voice, language, provider: speakerId } = order;
        const spoken = whole && { ...whole, voice, language, chosenLanguage, speakerId };
        report({ type: 'lines arrived', script, spoken });
      });
    },
    editScript: script => dispatch({ type: 'script edited', script, atMs: performance.now() }),
    replaceScript: text => dispatch({ type: 'script replaced', ...text }),
    undo: () => dispatch({ type: 'undone' }),
    redo: () => dispatch({ type: 'redone' }),
    restoreSounds: recordings => dispatch({ type: 'recordings restored', recordings }),
    describe: describing => dispatch({ type: 'described otherwise', describing }),
    cancel() {
      running.current?.abort();
      running.current = undefined;
      dispatch({ type: 'cancelled' });
    },
  };
}

/** Reports when nothing has come for a while, and again after the next silence. */
function watchSilence(signal: AbortSignal, report: () => void) {
  const begin = () => setTimeout(() => signal.aborted || report(), silenceNoticeMs);
  let timer = begin();
  const end = () => clearTimeout(timer);
  return {
    breakIt() {
      end();
      timer = begin();
    },
    end,
  };
}
