import type { Allowance } from '#shared/api/account.ts';
import { toObservations } from '#shared/narration/observations.ts';
import type { Observation } from '#shared/narration/project.ts';
import type { Activity, RewriteOrder, ScriptOrder, ScriptStep, WrittenScript } from '../editor/public.ts';
import {
  type PreparedDescription,
  postRewriting,
  postWriting,
  prepareDescription,
  readPictures,
} from '../editor/public.ts';
import { postAnalysis } from './post-analysis.ts';

// Loaded when the first file is chosen, with the media code and axios.

type Report = (step: ScriptStep) => void;
type ReportCount = (left: Pick<Allowance, 'limit' | 'remaining'>) => void;

/**
 * The steps of the free page: frames, analysis, script. The video itself stays in the browser. What was seen before is used again.
 * @throws {CodedError} of the server or the browser's media code
 */
export async function createFreeScript(
  order: ScriptOrder,
  report: Report,
  reportCount: ReportCount,
): Promise<WrittenScript> {
  const described = await prepareDescription(order, report);
  const observations =
    order.observations.length > 0
      ? order.observations
      : await look(order, described, { report, reportCount });
  return await postWriting('/api/free/script', order, observations, described, report);
}

async function look(
  { video, maxVideoSeconds: maxSeconds, prompt, isTimed, description, maxTimedFrames, signal }: ScriptOrder,
  described: PreparedDescription | undefined,
  { report, reportCount }: { readonly report: Report; readonly reportCount: ReportCount },
): Promise<readonly Observation[]> {
  const goOn = (activity: Activity) => report({ type: 'went on', activity });
  const limits = { maxSeconds, maxTimed: isTimed ? maxTimedFrames : undefined, gaps: described?.gaps };
  const pictures = await readPictures(video, limits, { signal, report: goOn });
  report({ type: 'reached', checkpoint: 'frames' });
  const seen = await postAnalysis(
    pictures,
    { prompt, timing: isTimed ? 'cues' : undefined, description },
    { signal, report: goOn, reportCount },
  );
  const observations = toObservations(seen);
  report({ type: 'saw', observations });
  report({ type: 'reached', checkpoint: 'analysis' });
  return observations;
}

/** As {@link createFreeScript}, for an existing script that must fit. */
export async function rewriteFreeScript(order: RewriteOrder, report: Report): Promise<string> {
  return (await postRewriting('/api/free/rewrite', order, report)).text;
}
