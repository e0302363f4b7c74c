import axios, { type AxiosProgressEvent, type AxiosResponse } from 'axios';
import type { Allowance } from '#shared/api/account.ts';
import { type ProgressLine, progressMediaType, type Stage } from '#shared/api/progress.ts';
import { composePrompt } from '#shared/prompt.ts';
import { createUnreachableError, readProblem } from '../../lib/call-server.ts';
import { ProgressLineReader, requireResult } from '../../lib/progress-lines.ts';
import type { ScriptOrder, ScriptStep } from '../studio/narration-service.ts';
import type { Activity } from '../studio/narration-state.ts';
import { chooseUpload, type Upload } from './choose-upload.ts';

// Fetched when the first file is chosen, with the media code and axios.

type Report = (step: ScriptStep) => void;
type TellCount = (left: Pick<Allowance, 'limit' | 'remaining'>) => void;

const activities: Readonly<Record<Stage, Activity>> = {
  'reading frames': { kind: 'server looks' },
  'looking at the frames': { kind: 'looking' },
  'writing the script': { kind: 'writing' },
};

/**
 * Sends a video and a wish to `/create_script` and gives the script, with every byte sent and every word written
 * told on the way.
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function createDashboardScript(
  order: ScriptOrder,
  report: Report,
  tellCount: TellCount,
): Promise<string> {
  const { video, maxVideoSeconds, signal } = order;
  const upload = await chooseUpload(video, maxVideoSeconds, signal, () =>
    report({ type: 'went on', activity: { kind: 'copying pictures', why: 'large video' } }),
  );
  const answer = new ScriptAnswer(report);
  const response = await post(upload, order, report, answer);
  if (response.status !== 200) throw readProblem(response.data);
  readCount(response, tellCount);
  answer.read(`${response.data}\n`);
  return answer.requireScript();
}

/** Through axios, because `fetch` does not tell how much of an upload has gone. */
function post(
  upload: Upload,
  order: ScriptOrder,
  report: Report,
  answer: ScriptAnswer,
): Promise<AxiosResponse<string>> {
  const { signal } = order;
  reportUpload({ loaded: 0, total: upload.content.size }, upload, report);
  return axios
    .post<string>('/create_script', createForm(upload, order), {
      signal,
      headers: { accept: progressMediaType },
      responseType: 'text',
      // A failed answer is read like a good one: it holds the server's own sentence.
      validateStatus: () => true,
      onUploadProgress: event => reportUpload(event, upload, report),
      onDownloadProgress: ({ event }: AxiosProgressEvent) => {
        const request = event?.target;
        if (request instanceof XMLHttpRequest && request.status === 200) answer.read(request.responseText);
      },
    })
    .catch((error: unknown) => {
      throw signal.aborted ? error : createUnreachableError(error);
    });
}

/** The text first, so that the server knows what it gets before the first byte of the video arrives. */
function createForm({ content, name }: Upload, order: ScriptOrder): FormData {
  const form = new FormData();
  form.append('prompt', composePrompt(order));
  form.append('video', content, name);
  return form;
}

function reportUpload(
  { loaded, total }: Pick<AxiosProgressEvent, 'loaded' | 'total'>,
  { what }: Upload,
  report: Report,
): void {
  if (total === undefined) return;
  const activity: Activity =
    loaded < total
      ? { kind: 'sending', what, sentBytes: loaded, totalBytes: total }
      : { kind: 'server looks' };
  report({ type: 'went on', activity });
}

function readCount({ headers }: AxiosResponse, tellCount: TellCount): void {
  const limit = Number(headers['x-ratelimit-limit']);
  const remaining = Number(headers['x-ratelimit-remaining']);
  if (Number.isFinite(limit) && Number.isFinite(remaining)) tellCount({ limit, remaining });
}

/** Lines of progress in a text that grows. */
class ScriptAnswer {
  readonly #report: Report;
  readonly #lines = new ProgressLineReader();
  #seenCharacters = 0;
  #script: string | undefined;
  #failure: unknown;

  constructor(report: Report) {
    this.#report = report;
  }

  /** @param text all that has arrived so far; called from events, so that it never throws */
  read(text: string): void {
    const news = text.slice(this.#seenCharacters);
    this.#seenCharacters = text.length;
    try {
      for (const line of this.#lines.read(news)) this.#take(line);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** @throws {CodedError} what the server said instead of a script */
  requireScript(): string {
    if (this.#failure) throw this.#failure;
    return requireResult(this.#script);
  }

  #take(line: ProgressLine): void {
    if ('stage' in line) this.#report({ type: 'went on', activity: activities[line.stage] });
    if ('delta' in line) this.#report({ type: 'script grew', delta: line.delta });
    if ('script' in line) this.#script = line.script;
  }
}
