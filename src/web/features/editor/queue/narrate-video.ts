import type { ErrorCode } from '#shared/errors.ts';
import { createProject } from '#shared/narration/project.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { findTranscript } from '../jobs/listen.ts';
import { inspectVideo } from '../jobs/read-pictures.ts';
import { speak } from '../jobs/speak.ts';
import { writeScript } from '../jobs/write.ts';
import { readProject, writeProject } from '../keep/database.ts';
import { openKept } from '../keep/kept-projects.ts';
import { getDraftOwner, type QueuedState, type QueueSettings } from '../keep/kept-queue.ts';
import { writeSounds } from '../keep/sound-store.ts';
import { openDocument } from '../model/change-document.ts';
import { createEditor, type Editor } from '../model/editor.ts';
import type { EditorState, JobEnd, Sound, VideoFacts } from '../model/editor-state.ts';
import { getSpokenShare, isEmpty } from '../model/select.ts';
import { takeVideo } from '../start/change-video.ts';
import { requireVideoFile } from '../start/video-file.ts';

interface VideoOrder {
  /** Of the project; what is kept of it is not done again. */
  readonly id: string;
  readonly file: File;
  readonly settings: QueueSettings;
  readonly signal: AbortSignal;
  report(state: QueuedState): void;
  /** Waits until the next step may begin. @returns whether it may */
  mayGoOn(): Promise<boolean>;
}

export interface VideoEnd {
  readonly outcome: JobEnd['outcome'];
  readonly message?: string | undefined;
  readonly code?: ErrorCode | undefined;
}

/** What can be known of a video before it is narrated. @throws {CodedError} when it is none, or longer or larger than is taken */
export async function openVideo({ getLimits }: Editor, file: File): Promise<VideoFacts> {
  const { maxBytes, maxSeconds } = getLimits();
  requireVideoFile(file, maxBytes);
  return await inspectVideo(file, maxSeconds);
}

/** Narrates a video in an editor of its own, so that the document of the page is not touched. The result is a project of this browser. */
export async function narrateVideo(page: Editor, order: VideoOrder): Promise<VideoEnd> {
  const { owner, service, getConfig, getPlans } = page;
  const editor = createEditor({ owner, service, getConfig, getPlans });
  const { store } = editor;
  store.setState({ ownPronunciations: page.store.getState().ownPronunciations });
  const stop = () => store.getState().job?.cancel();
  order.signal.addEventListener('abort', stop);
  try {
    const draft = new Draft(editor, order.id, await open(editor, order));
    const end = await work(editor, order).finally(() => draft.stop());
    if (order.signal.aborted) return { outcome: 'cancelled' };
    const isReady = end.outcome === 'done' || (end.outcome === 'failed' && !isEmpty(store.getState()));
    await draft.write(isReady ? owner : undefined);
    return end;
  } catch (error) {
    noteFailure(error);
    return { outcome: 'failed', message: describeFailure(error) };
  } finally {
    order.signal.removeEventListener('abort', stop);
  }
}

/** @returns whose the project is until it is ready */
async function open(editor: Editor, { id, file, settings }: VideoOrder): Promise<string> {
  const { store } = editor;
  const facts = await openVideo(editor, file);
  const kept = await readProject(id).catch(() => undefined);
  if (kept) await openKept(editor, kept, undefined);
  else openDocument(store, { ...createProject(), id });
  store.setState({ form: settings.form });
  await takeVideo(editor, { file, facts });
  if (!kept) await findTranscript(editor, { file, facts }, undefined);
  return kept?.owner ?? getDraftOwner(editor.owner);
}

async function work(editor: Editor, { settings, report, mayGoOn }: VideoOrder): Promise<VideoEnd> {
  const { store } = editor;
  const follow = store.subscribe(state => {
    const phase = findPhase(state);
    if (phase) report(phase);
  });
  try {
    let last: VideoEnd = { outcome: 'done' };
    if (isEmpty(store.getState())) last = await runToEnd(editor, () => writeScript(editor));
    if (last.outcome !== 'done' || !settings.isSpoken || isEmpty(store.getState())) return last;
    if (getSpokenShare(store.getState()) === 'all') return last;
    if (!(await mayGoOn())) return { outcome: 'cancelled' };
    const spoken = await runToEnd(editor, () => speak(editor));
    return { ...spoken, message: [last.message, spoken.message].filter(Boolean).join(' ') || undefined };
  } finally {
    follow();
  }
}

function findPhase({ job }: EditorState): QueuedState | undefined {
  if (!job) return undefined;
  if (job.kind === 'speak') return 'speaking';
  return job.activity.kind === 'writing' ? 'writing' : 'looking';
}

async function runToEnd({ store }: Editor, begin: () => void): Promise<VideoEnd> {
  begin();
  return await new Promise(resolve => {
    const look = ({ job, lastEnd }: EditorState) => {
      if (job) return;
      ignore();
      resolve(lastEnd ?? { outcome: 'cancelled' });
    };
    const ignore = store.subscribe(look);
    look(store.getState());
  });
}

class Draft {
  readonly #editor: Editor;
  readonly #id: string;
  readonly #owner: string;
  readonly #keptSounds = new Set<Sound>();
  #revision: number;
  readonly stop: () => void;
  #writing: Promise<void> = Promise.resolve();

  constructor(editor: Editor, id: string, owner: string) {
    const { store } = editor;
    this.#editor = editor;
    this.#id = id;
    this.#owner = owner;
    this.#revision = store.getState().project.revision;
    this.stop = store.subscribe((state, before) => {
      const isSeen = state.project.observations !== before.project.observations;
      const isHeard = state.project.transcript !== before.project.transcript;
      const isWritten = before.job?.kind === 'write' && !state.job;
      if (isSeen || isHeard || isWritten) this.write().catch(noteFailure);
      if (state.sounds !== before.sounds) this.#keepSounds(state).catch(noteFailure);
    });
  }

  /** Where a person has changed the project meanwhile, theirs stays. A script that is still being written is left out. */
  write(owner = this.#owner): Promise<void> {
    const { project, narrationId, form, otherTexts, job } = this.#editor.store.getState();
    const narrations = job?.kind === 'write' ? [] : project.narrations;
    const usedAtMs = Date.now();
    const updatedAt = new Date(usedAtMs).toISOString();
    const kept = { ...project, narrations, updatedAt };
    this.#writing = this.#writing
      .catch(() => {})
      .then(async () => {
        const written = { id: this.#id, owner, project: kept, narrationId, form, otherTexts, usedAtMs };
        const { revision, newer } = await writeProject(written, this.#revision);
        if (!newer) this.#revision = revision;
      });
    return this.#writing;
  }

  async #keepSounds({ sounds }: EditorState): Promise<void> {
    const fresh = [...sounds.values()].filter(sound => !this.#keptSounds.has(sound));
    for (const sound of fresh) this.#keptSounds.add(sound);
    await writeSounds(this.#editor.owner, fresh);
  }
}
