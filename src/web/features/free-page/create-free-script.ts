import type { Allowance } from '#shared/api/account.ts';
import type { ScriptRequest } from '#shared/api/free.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { readProgressLines, requireResult } from '../../lib/answer-lines.ts';
import { callWithKey } from '../../lib/call-key.ts';
import { postJson } from '../../lib/call-server.ts';
import type { Activity, RewriteOrder, ScriptOrder, ScriptStep, WrittenScript } from '../studio/public.ts';
import { postRewriting, prepareDescription, readPictures } from '../studio/public.ts';
import { postAnalysis } from './post-analysis.ts';

// Loaded when the first file is chosen, with the media code and axios.

type Report = (step: ScriptStep) => void;
type ReportCount = (left: Pick<Allowance, 'limit' | 'remaining'>) => void;

/**
 * The steps of the free page: frames, analysis, script. The video itself stays in the browser.
 * @throws {CodedError} of the server or the browser's media code
 */
export async function createFreeScript(
  order: ScriptOrder,
  report: Report,
  reportCount: ReportCount,
): Promise<WrittenScript> {
  const { video, maxVideoSeconds: maxSeconds, prompt, language, timing, description, signal } = order;
  const goOn = (activity: Activity) => report({ type: 'went on', activity });

  const maxTimed = timing && order.maxTimedFrames;
  const described = await prepareDescription(order, report);
  const limits = { maxSeconds, maxTimed, gaps: described?.gaps };
  const pictures = await readPictures(video, limits, { signal, report: goOn });
  report({ type: 'reached', checkpoint: 'frames' });

  const seen = await postAnalysis(
    pictures,
    { prompt, timing, description },
    { signal, report: goOn, reportCount },
  );
  report({ type: 'reached', checkpoint: 'analysis' });

  goOn({ kind: 'writing' });
  const { durationSeconds } = pictures;
  const written = await writeScript(
    {
      analysis: seen.analysis,
      moments: seen.cuePoints && [...seen.cuePoints],
      prompt,
      language,
      timing,
      durationSeconds,
      ...(described && { description, gaps: [...described.sentGaps] }),
    },
    signal,
    report,
  );
  return { ...written, cuePoints: seen.cuePoints };
}

/** As {@link createFreeScript}, for an existing script that must fit. */
export async function rewriteFreeScript(order: RewriteOrder, report: Report): Promise<string> {
  return (await postRewriting('/api/free/rewrite', order, report)).script;
}

async function writeScript(
  request: ScriptRequest,
  signal: AbortSignal,
  report: Report,
): Promise<WrittenScript> {
  const path = '/api/free/script';
  return callWithKey(path, request, async key => {
    const headers = { accept: progressMediaType, ...key };
    const response = await postJson(path, request, { signal, headers });
    let written: WrittenScript | undefined;
    for await (const line of readProgressLines(response, signal)) {
      if ('delta' in line) report({ type: 'script grew', delta: line.delta });
      if ('script' in line) written = line;
    }
    return requireResult(written);
  });
}
