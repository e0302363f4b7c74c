import type { Stage } from '#shared/api/progress.ts';
import { toObservations } from '#shared/narration/project.ts';
import { composePrompt } from '#shared/prompt.ts';
import { toSpan } from '#shared/script/cues.ts';
import { type ReportCount, uploadForm } from '../../lib/upload-form.ts';
import type { Activity, ScriptOrder, ScriptStep, WrittenScript } from '../editor/public.ts';
import {
  copyPictures,
  type PictureLimits,
  type PreparedDescription,
  postWriting,
  prepareDescription,
  startForm,
  toWritten,
} from '../editor/public.ts';

// Loaded when the first file is chosen, with the media code and axios.

const activities: Readonly<Record<Stage, Activity>> = {
  'listening for speech': { kind: 'server looks' },
  'reading frames': { kind: 'server looks' },
  'looking at the frames': { kind: 'looking' },
  'writing the script': { kind: 'writing' },
};

/** Looks, unless that was done before, and writes. @throws {CodedError} the server's error, or that it could not be reached */
export async function createDashboardScript(
  order: ScriptOrder,
  report: (step: ScriptStep) => void,
  reportCount: ReportCount,
): Promise<WrittenScript> {
  const { video, maxVideoSeconds: maxSeconds, isTimed, signal } = order;
  const described = await prepareDescription(order, report);
  // Nothing is uploaded where it was seen before.
  if (order.observations.length > 0)
    return await postWriting('/api/script', order, order.observations, described, report);
  const within = order.part && toSpan(order.part);
  const maxTimed = isTimed ? order.maxTimedFrames : undefined;
  const limits = { maxSeconds, maxTimed, gaps: described?.gaps, within };
  const upload = await chooseUpload(video, limits, signal, () =>
    report({ type: 'went on', activity: { kind: 'copying pictures', why: 'large video' } }),
  );
  const takeSent = (sentBytes: number, totalBytes: number) => {
    const activity: Activity =
      sentBytes < totalBytes
        ? { kind: 'sending', what: upload.what, sentBytes, totalBytes }
        : { kind: 'server looks' };
    report({ type: 'went on', activity });
  };
  takeSent(0, upload.content.size);
  return await uploadForm('/create_script', createForm(upload, order, described), {
    signal,
    takeSent,
    reportCount,
    takeLine(line) {
      if ('stage' in line) report({ type: 'went on', activity: activities[line.stage] });
      if ('analysis' in line) report({ type: 'saw', observations: toObservations(line) });
      if ('delta' in line) report({ type: 'grew', delta: line.delta });
      return 'script' in line ? toWritten(line) : undefined;
    },
  });
}

function createForm(
  { content, name, seconds }: Upload,
  order: ScriptOrder,
  described: PreparedDescription | undefined,
): FormData {
  const form = startForm(order, composePrompt(order));
  if (order.isTimed && seconds) form.append('seconds', seconds.join(','));
  if (order.part) form.append('part', JSON.stringify(order.part));
  if (described) {
    form.append('gaps', JSON.stringify(described.sentGaps));
    if (order.detail) form.append('detail', order.detail);
  }
  form.append('video', content, name);
  return form;
}

const largeVideoBytes = 20_000_000;

interface Upload {
  readonly what: 'video' | 'pictures';
  readonly content: Blob;
  readonly name: string;
  readonly seconds?: readonly number[] | undefined;
}

/** The file itself or, for a large one or a part, a sparse copy if that is smaller. The server takes the same frames from both. */
async function chooseUpload(
  file: File,
  limits: PictureLimits,
  signal: AbortSignal,
  onCopy: () => void,
): Promise<Upload> {
  const whole: Upload = { what: 'video', content: file, name: file.name };
  if (file.size < largeVideoBytes && !limits.within) return whole;
  onCopy();
  const copy = await copyPictures(file, limits, signal).catch(() => {
    signal.throwIfAborted();
    // The server may read what this code cannot; else it reports why.
    return undefined;
  });
  if (!copy || copy.bytes.length >= file.size) return whole;
  const content = new Blob([copy.bytes], { type: 'video/x-matroska' });
  return { what: 'pictures', content, name: 'pictures.mkv', seconds: copy.seconds };
}
