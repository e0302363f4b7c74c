import { type Cost, costsAnswerSchema } from '#shared/api/costs.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import type { LanguageName } from '#shared/languages.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { getDescriptionKind, isSpokenByLine } from '#shared/narration/project.ts';
import { isOnlyPronounced } from '#shared/narration/pronounced-terms.ts';
import { findTranslation } from '#shared/narration/translations.ts';
import { getAnswer } from '../../../lib/call-server.ts';
import { describeFailure } from '../../../lib/failures.ts';
import { visitorOwner } from '../keep/start-storage.ts';
import type { Activity } from '../model/activity.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import { getLineStates } from '../model/line-states.ts';
import { findRecording, listUnspoken } from '../model/select.ts';
import { planTarget, type Target } from './plan-languages.ts';
import { type JobContext, runJob } from './run-job.ts';
import { requireGaps, speakNarration } from './speak.ts';
import { TranslationWriter } from './translation-writer.ts';

/** Each has one call at a time; the server allows four scripts that are spoken at once. */
const languagesAtOnce = 3;

interface FailedLanguage {
  readonly target: Target;
  readonly reason: string;
  readonly error: unknown;
}

export interface LanguagesEnd {
  readonly done: readonly LanguageName[];
  readonly failed: readonly FailedLanguage[];
  readonly isCancelled: boolean;
  /** Undefined where nothing is charged, or the cost is unknown. */
  readonly cost: Cost | undefined;
}

/**
 * Translates a narration into languages and speaks them, side by side, each only as far as it is not done yet. What is done is kept at
 * a failure or a cancel, and one language that fails does not end the others.
 * @param wanted a language without a translation's id continues the newest in that language, if there is one
 * @param noteEnd called once, also after a cancel
 */
export function makeLanguages(
  editor: Editor,
  sourceId: string,
  wanted: readonly Target[],
  noteEnd: (end: LanguagesEnd) => void,
): void {
  const state = editor.store.getState();
  const { project } = state;
  const source = project.narrations.find(({ id }) => id === sourceId);
  if (!source) return;
  const targets = wanted.map(target => ({
    ...target,
    narrationId: target.narrationId ?? findTranslation(project, sourceId, target.language)?.id,
  }));
  const works = targets.map(target => planTarget(state, source, target));
  const lines = works.reduce((sum, { untranslated, toSpeak }) => sum + untranslated.length + toSpeak, 0);
  const speaks = targets.some(target => target.speaks);
  const activity = { kind: 'translating', done: 0, total: targets.length, lines, speaks } as const;
  runJob(editor, {
    kind: 'translate',
    activity,
    async work(context) {
      const all = new Progress(context, activity);
      const spentBefore = readSpent(editor, context.signal);
      const jobs = targets.map(target => planLanguage(editor, sourceId, target, all));
      try {
        await requireGaps(editor, source, context);
        for await (const _ of runInOrder(jobs, languagesAtOnce)) context.signal.throwIfAborted();
      } finally {
        const cost = subtractCosts(await readSpent(editor), await spentBefore);
        const done = targets.map(({ language }) => language).filter(each => all.done.has(each));
        noteEnd({ done, failed: all.failed, isCancelled: context.signal.aborted, cost });
      }
      if (all.failed[0]) throw all.failed[0].error;
      return undefined;
    },
  });
}

class Progress {
  readonly context: JobContext;
  readonly done = new Set<LanguageName>();
  readonly failed: FailedLanguage[] = [];
  readonly #activity: Extract<Activity, { readonly kind: 'translating' }>;
  #lines = 0;

  constructor(context: JobContext, activity: Extract<Activity, { readonly kind: 'translating' }>) {
    this.context = context;
    this.#activity = activity;
  }

  /** @param count lines that were translated or spoken */
  add(count: number): void {
    if (this.context.signal.aborted) return;
    this.#lines += count;
    this.context.report({ ...this.#activity, done: this.done.size });
    this.context.reach(Math.floor((100 * this.#lines) / Math.max(1, this.#activity.lines)));
  }
}

function planLanguage(editor: Editor, sourceId: string, target: Target, all: Progress): () => Promise<void> {
  const writer = new TranslationWriter(editor.store, sourceId, target);
  const { signal } = all.context;
  return async () => {
    try {
      signal.throwIfAborted();
      await translate(editor, writer, target, all);
      const settings = writer.find()?.settings;
      if (target.speaks && settings) {
        if (!settings.voice) writer.change({ settings: { ...settings, voice: getVoice(editor) } });
        await speakUnspoken(editor, writer, all);
      }
      all.done.add(target.language);
      all.add(0);
    } catch (error) {
      if (!signal.aborted) all.failed.push({ target, reason: describeFailure(error), error });
    }
  };
}

async function translate(
  { store, service }: Editor,
  writer: TranslationWriter,
  { language }: Target,
  all: Progress,
): Promise<void> {
  const { signal } = all.context;
  const state = store.getState();
  const begun = writer.begin();
  if (!begun?.lines.some(({ text }) => text.trim() !== '')) return;
  const { source, lines } = begun;
  const { cast, glossary } = state.project;
  const lineStates = getLineStates({ ...state, narrationId: source.id });
  const available = new Map(lineStates.map(({ line, availableSeconds }) => [line.id, availableSeconds]));
  const order = {
    lines: lines.map(({ id, text }) => ({ id, text, availableSeconds: available.get(id) })),
    from: source.language,
    language,
    glossary: glossary
      .filter(each => each.term.trim() !== '' && !isOnlyPronounced(each))
      .map(({ term, byLanguage, isNeverTranslated }) => ({
        term,
        translation: byLanguage[language]?.trim() || undefined,
        isNeverTranslated,
      })),
    cast: listPeople(cast),
    description: getDescriptionKind(source),
    prompt: source.prompt,
    signal,
  };
  const translator = await service.translateLines(order, ({ id, text }) => {
    if (signal.aborted) return;
    writer.take(id, text);
    if (text !== '') all.add(1);
  });
  if (translator) writer.change({ writer: translator });
}

async function speakUnspoken(editor: Editor, writer: TranslationWriter, all: Progress): Promise<void> {
  const narration = writer.find();
  const state = editor.store.getState();
  if (!narration) return;
  const unspoken = listUnspoken(state, narration);
  const byLine = isSpokenByLine(narration);
  const isDone = byLine ? unspoken.length === 0 : findRecording(state, narration);
  if (isDone) return;
  let reported = 0;
  const only = byLine ? unspoken.map(({ id }) => id) : undefined;
  const speaking = { only, shorten: true, rewrite: writer.rewrite };
  await speakNarration(editor, narration, speaking, {
    ...all.context,
    report(activity) {
      const done = activity.kind === 'speaking lines' ? activity.done : 0;
      all.add(done - reported);
      reported = done;
    },
  });
  all.add(only ? 0 : unspoken.length);
}

/** What an account has spent this month; undefined for visitors, and if it is unknown. Never rejects. */
async function readSpent({ owner }: Editor, signal?: AbortSignal): Promise<Cost | undefined> {
  if (owner === visitorOwner) return undefined;
  try {
    return (
      (await getAnswer('/api/account/costs', costsAnswerSchema, signal)).total ?? {
        dollars: 0,
        isComplete: true,
      }
    );
  } catch {
    return undefined;
  }
}

/** What was spent between two looks; undefined if nothing or unknown, as at the turn of a month. */
function subtractCosts(after: Cost | undefined, before: Cost | undefined): Cost | undefined {
  if (!after || !before || after.dollars <= before.dollars) return undefined;
  return { dollars: after.dollars - before.dollars, isComplete: after.isComplete };
}
