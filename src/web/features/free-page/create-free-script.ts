import { type Observation, toObservations } from '#shared/narration/project.ts';
import { toSpan } from '#shared/script/cues.ts';
import { type ReportCount, uploadForm } from '../../lib/upload-form.ts';
import type { Activity, ScriptOrder, ScriptStep, WrittenScript } from '../editor/public.ts';
import {
  type Pictures,
  type PreparedDescription,
  postWriting,
  prepareDescription,
  readPictures,
  startForm,
} from '../editor/public.ts';

// Loaded when the first file is chosen, with the media code and axios.

type Report = (step: ScriptStep) => void;

/** Frames, unless they were seen before, analysis, script; the video stays here. @throws {CodedError} of the server or the media code */
export async function createFreeScript(
  order: ScriptOrder,
  report: Report,
  reportCount: ReportCount,
): Promise<WrittenScript> {
  const described = await prepareDescription(order, report);
  const observations =
    order.observations.length > 0 ? order.observations : await look(order, described, report, reportCount);
  return await postWriting('/api/free/script', order, observations, described, report);
}

async function look(
  order: ScriptOrder,
  described: PreparedDescription | undefined,
  report: Report,
  reportCount: ReportCount,
): Promise<readonly Observation[]> {
  const { video, maxVideoSeconds: maxSeconds, isTimed, maxTimedFrames, showsMovement, signal } = order;
  const goOn = (activity: Activity) => report({ type: 'went on', activity });
  const maxTimed = isTimed ? maxTimedFrames : undefined;
  const within = order.part && toSpan(order.part);
  const limits = { maxSeconds, maxTimed, gaps: described?.gaps, within, showsMovement };
  const pictures = await readPictures(video, limits, { signal, report: goOn });
  report({ type: 'reached', checkpoint: 'frames' });
  const observations = await uploadForm('/api/free/analysis', createForm(pictures, order), {
    signal,
    takeSent: (sentBytes, totalBytes) => goOn(describeSent(sentBytes, totalBytes, pictures)),
    reportCount,
    takeLine: line => ('analysis' in line ? toObservations(line) : undefined),
  });
  report({ type: 'saw', observations });
  report({ type: 'reached', checkpoint: 'analysis' });
  return observations;
}

function createForm(pictures: Pictures, order: ScriptOrder): FormData {
  const form = startForm(order, order.prompt);
  if (pictures.kind === 'sparse copy') {
    for (const second of pictures.seconds ?? []) form.append('seconds', String(second));
    form.append('video', new Blob([pictures.bytes], { type: 'video/x-matroska' }), 'pictures.mkv');
    return form;
  }
  form.append('durationSeconds', String(pictures.durationSeconds));
  const hasMoments = pictures.frames.some(
    ({ momentSeconds, detail }) => momentSeconds !== undefined || detail,
  );
  for (const { seconds, momentSeconds = seconds, detail = 'high' } of pictures.frames) {
    form.append('seconds', String(seconds));
    if (!hasMoments) continue;
    form.append('moments', String(momentSeconds));
    form.append('details', detail);
  }
  for (const [index, { jpeg }] of pictures.frames.entries())
    form.append('frames', new Blob([jpeg], { type: 'image/jpeg' }), `frame-${index + 1}.jpg`);
  return form;
}

function describeSent(sentBytes: number, totalBytes: number, { kind }: Pictures): Activity {
  if (sentBytes < totalBytes) return { kind: 'sending', what: 'pictures', sentBytes, totalBytes };
  return { kind: kind === 'frames' ? 'looking' : 'server looks' };
}
