import { progressTickMs, progressWaitsAt, silenceNoticeMs } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { holdPage, waitWhileLeaving } from '../../../lib/running-work.ts';
import type { Activity } from '../model/activity.ts';
import type { Editor } from '../model/editor.ts';
import type { Job, JobEnd, JobKind } from '../model/editor-state.ts';

export interface JobContext {
  readonly signal: AbortSignal;
  /** Identifies the job, also as a group of undo. */
  readonly id: number;
  report(activity: Activity): void;
  /** Moves the bar to a fixed place; it never goes back. */
  reach(percent: number): void;
  setNarration(narrationId: string): void;
}

interface JobPlan {
  readonly kind: JobKind;
  readonly activity: Activity;
  /** @returns what a person should know of the result, a sentence */
  work(context: JobContext): Promise<string | undefined>;
  /** Called when it failed or was cancelled, before that is shown. */
  giveBack?(): void;
}

let lastId = 0;

export function runJob(editor: Editor, plan: JobPlan): void {
  const { store } = editor;
  // Several presses can come before the page has drawn the first one.
  if (store.getState().job) return;
  const control = new AbortController();
  const { signal } = control;
  const id = ++lastId;
  let hadBegun = false;
  const isOurs = () => store.getState().job?.id === id;
  const change = (changes: Partial<Job>) =>
    store.setState(state => (state.job?.id === id ? { job: { ...state.job, ...changes } } : state));
  const silence = watchSilence(signal, () => change({ isSilent: true }));
  const release = holdPage();
  // How much of a translation is done is known.
  const tick = plan.kind === 'translate' ? undefined : setInterval(() => climb(editor), getTickMs(plan.kind));

  const end = (outcome: Omit<JobEnd, 'kind' | 'hadBegun' | 'video'>) => {
    clearInterval(tick);
    silence.end();
    release();
    if (!isOurs()) return;
    if (outcome.outcome !== 'done') plan.giveBack?.();
    store.setState(({ video }) => ({
      job: undefined,
      progress: outcome.outcome === 'done' ? 100 : 0,
      lastEnd: { kind: plan.kind, hadBegun, video: video?.file, ...outcome },
    }));
  };

  const cancel = () => {
    control.abort();
    end({ outcome: 'cancelled' });
  };

  store.setState({
    job: { id, kind: plan.kind, activity: plan.activity, isSilent: false, narrationId: undefined, cancel },
    progress: 0,
    lastEnd: undefined,
  });
  const context: JobContext = {
    signal,
    id,
    report(activity) {
      silence.breakIt();
      if (activity.kind === 'speaking' && activity.receivedBytes > 0) hadBegun = true;
      change({ activity, isSilent: false });
    },
    reach: percent =>
      store.setState(state => (isOurs() ? { progress: Math.max(state.progress, percent) } : state)),
    setNarration: narrationId => change({ narrationId }),
  };
  plan.work(context).then(
    message => end({ outcome: 'done', message }),
    async (error: unknown) => {
      await waitWhileLeaving();
      if (signal.aborted) return;
      noteFailure(error);
      const code = error instanceof CodedError ? error.code : undefined;
      end({ outcome: 'failed', message: describeFailure(error), code });
      // An alert stops everything, so the page gets the time to show the reason first.
      if (plan.kind !== 'hear' && plan.kind !== 'translate')
        setTimeout(() => editor.onFailure?.(plan.kind, error));
    },
  );
}

function getTickMs(kind: JobKind): number {
  return kind === 'speak' || kind === 'fit' ? progressTickMs.audio : progressTickMs.script;
}

function climb({ store }: Editor): void {
  store.setState(({ job, progress }) =>
    job && progress < progressWaitsAt ? { progress: progress + 1 } : {},
  );
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
