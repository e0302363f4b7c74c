import { type Cost, costsAnswerSchema } from '#shared/api/costs.ts';
import { runInOrder } from '#shared/async/run-in-order.ts';
import type { LanguageName } from '#shared/languages.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import { apply, type Command } from '#shared/narration/commands.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import {
  createId,
  getDescriptionKind,
  isSpokenByLine,
  type Line,
  type Narration,
  type Project,
} from '#shared/narration/project.ts';
import { findTranslation, listUntranslated } from '#shared/narration/translations.ts';
import { isPronouncedTerm, isTranslatedTerm } from '#shared/narration/words.ts';
import { getAnswer } from '../../../lib/call-server.ts';
import { describeFailure } from '../../../lib/failures.ts';
import { hasAccount } from '../keep/start-storage.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import type { EditorStore, LanguagesEnd, LanguageTarget, Snapshot } from '../model/editor-state.ts';
import { getLineStates } from '../model/line-states.ts';
import { findLineSound, findRecording, listUnspoken, type Sounding } from '../model/select.ts';
import { type JobContext, runJob } from './jobs.ts';
import { requireGaps } from './listen.ts';
import { speakNarration } from './speak.ts';

export interface LanguageChoices {
  readonly chosen: ReadonlySet<LanguageName>;
  readonly speaks: boolean | undefined;
}

export type TargetWork = { readonly untranslated: readonly Line[]; readonly toSpeak: number };

export function planUpdate(state: Sounding, translation: Narration): LanguageTarget[] {
  const { id: narrationId, language } = translation;
  return language ? [{ language, narrationId, speaks: isSpoken(state, translation) }] : [];
}

export function isSpoken(state: Sounding, narration: Narration): boolean {
  if (isSpokenByLine(narration)) return narration.lines.some(line => findLineSound(state, narration, line));
  return findRecording(state, narration) !== undefined;
}

const hasText = ({ text }: Pick<Line, 'text'>) => text.trim() !== '';

export function listDue(source: Narration, translation: Narration | undefined): readonly Line[] {
  return (translation ? listUntranslated(source, translation) : source.lines).filter(hasText);
}

export function planTarget(
  state: Sounding,
  source: Narration,
  { narrationId, speaks }: LanguageTarget,
): TargetWork {
  const translation = state.project.narrations.find(({ id }) => id === narrationId);
  const untranslated = listDue(source, translation);
  if (!speaks || !translation) return { untranslated, toSpeak: speaks ? untranslated.length : 0 };
  const due = new Set(untranslated.map(({ id }) => id));
  const others = translation.lines.filter(line => hasText(line) && !due.has(line.sourceLineId ?? ''));
  // Other scripts are spoken as a whole.
  const unspoken = isSpokenByLine(translation)
    ? others.filter(line => !findLineSound(state, translation, line))
    : due.size > 0 || !isSpoken(state, translation)
      ? others
      : [];
  return { untranslated, toSpeak: due.size + unspoken.length };
}

/** How far a translation is, in words: "up to date", "3 lines changed" or "12 of 40 lines". */
export function describeTranslation(source: Narration, translation: Narration): string {
  const count = listDue(source, translation).length;
  if (count === 0) return t(messages.upToDate);
  const known = new Set(translation.lines.map(({ sourceLineId }) => sourceLineId));
  const lines = source.lines.filter(hasText);
  const [total, done] = [lines.length, lines.filter(({ id }) => known.has(id)).length];
  return done === total ? t(messages.linesChanged, { count }) : t(messages.linesTranslated, { done, total });
}

/** Each has one call at a time; the server allows four scripts that are spoken at once. */
const languagesAtOnce = 3;

/**
 * Translates a narration into languages and speaks them, side by side, each only as far as it is not done yet. What is done is kept at a
 * failure or a cancel, and one language that fails does not end the others.
 * @param wanted a language without a translation's id continues the newest in that language, if there is one
 */
export function makeLanguages(editor: Editor, sourceId: string, wanted: readonly LanguageTarget[]): void {
  const { store } = editor;
  const state = store.getState();
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
  store.setState({ languagesEnd: undefined });
  const activity = { kind: 'translating', done: 0, total: targets.length, lines, speaks } as const;
  runJob(editor, {
    kind: 'translate',
    activity,
    async work(context) {
      const { signal } = context;
      const made = new Set<LanguageName>();
      const failed: LanguagesEnd['failed'][number][] = [];
      let doneLines = 0;
      const add = (count: number) => {
        if (signal.aborted) return;
        doneLines += count;
        context.report({ ...activity, done: made.size });
        context.reach(Math.floor((100 * doneLines) / Math.max(1, lines)));
      };
      const spentBefore = readSpent(editor, { signal });
      const jobs = targets.map(target => {
        const work = { target, writer: createWriter(store, sourceId, target), context, add };
        return async () => {
          try {
            signal.throwIfAborted();
            await translate(editor, work);
            if (target.speaks) await speakTranslation(editor, work);
            made.add(target.language);
            add(0);
          } catch (error) {
            if (!signal.aborted) failed.push({ target, reason: describeFailure(error), error });
          }
        };
      });
      try {
        await requireGaps(editor, source, context);
        for await (const _ of runInOrder(jobs, languagesAtOnce)) signal.throwIfAborted();
      } finally {
        const cost = subtractCosts(await readSpent(editor), await spentBefore);
        const done = targets.map(({ language }) => language).filter(each => made.has(each));
        store.setState({ languagesEnd: { sourceId, done, failed, isCancelled: signal.aborted, cost } });
      }
      if (failed[0]) throw failed[0].error;
      return undefined;
    },
    repeat: () => makeLanguages(editor, sourceId, wanted),
  });
}

interface LanguageWork {
  readonly target: LanguageTarget;
  readonly writer: ReturnType<typeof createWriter>;
  readonly context: JobContext;
  add(count: number): void;
}

async function translate(
  { store, service }: Editor,
  { target: { language }, writer, context: { signal }, add }: LanguageWork,
): Promise<void> {
  const state = store.getState();
  const begun = writer.begin();
  if (!begun?.lines.some(hasText)) return;
  const { source, lines } = begun;
  const { cast, glossary } = state.project;
  const lineStates = getLineStates({ ...state, narrationId: source.id });
  const available = new Map(lineStates.map(({ line, availableSeconds }) => [line.id, availableSeconds]));
  const terms = glossary.filter(
    each => each.term.trim() !== '' && (isTranslatedTerm(each) || !isPronouncedTerm(each)),
  );
  const order = {
    lines: lines.map(({ id, text }) => ({ id, text, availableSeconds: available.get(id) })),
    from: source.language,
    language,
    glossary: terms.map(({ term, byLanguage, isNeverTranslated }) => ({
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
    if (text !== '') add(1);
  });
  if (translator) writer.change({ writer: translator });
}

async function speakTranslation(editor: Editor, { writer, context, add }: LanguageWork): Promise<void> {
  const settings = writer.find()?.settings;
  if (settings && !settings.voice) writer.change({ settings: { ...settings, voice: getVoice(editor) } });
  const narration = writer.find();
  const state = editor.store.getState();
  if (!narration) return;
  const unspoken = listUnspoken(state, narration);
  const byLine = isSpokenByLine(narration);
  if (byLine ? unspoken.length === 0 : findRecording(state, narration)) return;
  const only = byLine ? unspoken.map(({ id }) => id) : undefined;
  const speaking = { only, shorten: true, rewrite: writer.rewrite };
  let reported = 0;
  const report: JobContext['report'] = activity => {
    const done = activity.kind === 'speaking lines' ? activity.done : 0;
    add(done - reported);
    reported = done;
  };
  await speakNarration(editor, narration, speaking, { ...context, report });
  add(byLine ? 0 : unspoken.length);
}

/** What an account has spent this month; undefined for visitors, and if it is unknown. Never rejects. */
async function readSpent(editor: Editor, init?: RequestInit): Promise<Cost | undefined> {
  if (!hasAccount(editor)) return undefined;
  const costs = await getAnswer('/api/account/costs', costsAnswerSchema, init).catch(() => undefined);
  return costs && (costs.total ?? { dollars: 0, isComplete: true });
}

/** What was spent between two looks; undefined if nothing or unknown, as at the turn of a month. */
function subtractCosts(after: Cost | undefined, before: Cost | undefined): Cost | undefined {
  if (!after || !before || after.dollars <= before.dollars) return undefined;
  return { dollars: after.dollars - before.dollars, isComplete: after.isComplete };
}

/** Puts a translation into the document as it comes. Nobody undoes that, nor loses by Undo what they did meanwhile. */
function createWriter(
  store: EditorStore,
  sourceId: string,
  { language, narrationId: known }: LanguageTarget,
) {
  const narrationId = known ?? createId();
  const { past, future } = store.getState();
  /** What they bring back had its own translation. */
  const stepsBefore: ReadonlySet<Snapshot> = new Set([...past, ...future]);
  /** Lines without text wait for the first with one: until then there is no translation. */
  const texts = new Map<string, string>();
  let isBegun = known !== undefined;
  let sent: Record<'source' | 'translation', Narration | undefined>;

  const look = () => {
    const { narrations } = store.getState().project;
    const find = (wanted: string) => narrations.find(({ id }) => id === wanted);
    return { source: find(sourceId), translation: find(narrationId) };
  };

  /** Also in the steps of undo of meanwhile, which have what was translated by then. */
  function run(command: Command): void {
    // Lines that are added have the same ids in all of them.
    const ids: string[] = [];
    const applyTo = (project: Project) => {
      let at = 0;
      return apply(project, command, () => {
        ids[at] ??= createId();
        return ids[at++] ?? '';
      });
    };
    store.setState(state => {
      const project = applyTo(state.project);
      if (project === state.project) return state;
      const keep = (step: Snapshot): Snapshot => {
        if (stepsBefore.has(step) || !step.narrations.some(({ id }) => id === narrationId)) return step;
        return { ...step, narrations: applyTo({ ...project, narrations: step.narrations }).narrations };
      };
      return { project, past: state.past.map(keep), future: state.future.map(keep) };
    });
  }

  const change = (changes: Extract<Command, { readonly type: 'changeNarration' }>['changes']) =>
    run({ type: 'changeNarration', narrationId, changes });

  return {
    find: () => look().translation,

    /** The original as it is now, and the lines of it that are to be sent: also those without text, which belong to it, too. */
    begin() {
      sent = look();
      const { source, translation } = sent;
      if (!source || (isBegun && !translation)) return undefined;
      return { source, lines: translation ? listUntranslated(source, translation) : source.lines };
    },

    /** Takes the translation of a line, unless a person changed the line, or its translation, since it was sent. */
    take(lineId: string, text: string): void {
      const now = look();
      const findOriginal = ({ source }: typeof now) => source?.lines.find(({ id }) => id === lineId)?.text;
      const findTranslated = ({ translation }: typeof now) =>
        translation?.lines.find(({ sourceLineId }) => sourceLineId === lineId)?.text;
      const original = findOriginal(now);
      if (original === undefined || original !== findOriginal(sent)) return;
      if (findTranslated(now) !== findTranslated(sent)) return;
      texts.set(lineId, text);
      if (text === '') return;
      const all = new Map(texts);
      texts.clear();
      if (isBegun) {
        run({ type: 'updateTranslation', narrationId, texts: all });
        return;
      }
      isBegun = true;
      run({ type: 'translate', narrationId: sourceId, newId: narrationId, language, texts: all });
      // The name of the original would not tell them apart.
      change({ name: '' });
    },

    change,
    rewrite: ({ id }: Narration, rewritten: ReadonlyMap<string, string>) =>
      run({ type: 'rewriteLines', narrationId: id, texts: rewritten }),
  };
}
