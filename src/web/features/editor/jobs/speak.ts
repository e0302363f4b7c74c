import { markMp3 } from '#media/marks/write-marks.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { getLanguage } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { collectProvenance } from '#shared/marks/provenance.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { nameRoles } from '#shared/narration/find-roles.ts';
import { hash } from '#shared/narration/fingerprint.ts';
import { keepMakers } from '#shared/narration/line-commands.ts';
import {
  createLine,
  getDescriptionKind,
  getSoundKey,
  getSpokenWith,
  isSpokenByLine,
  isTimed,
  type Line,
  type Narration,
  printSaid,
  type SpokenWith,
  type Transcript,
} from '#shared/narration/project.ts';
import { copyNarration } from '#shared/narration/translations.ts';
import { pickPronunciations } from '#shared/pronunciations.ts';
import { learn, startRate } from '#shared/script/estimate-speech.ts';
import { toSentGaps } from '#shared/script/gaps.ts';
import { describeHearing } from '#shared/transcript/to-transcript.ts';
import { getVoiceName } from '#shared/voices.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { addSounds } from '../keep/sound-store.ts';
import { addNarration, run, runOnNarration, runUnremembered } from '../model/change-document.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import type { EditorStore, JobEnd } from '../model/editor-state.ts';
import { getDescribedVideo, getDurationSeconds, getSpokenLanguage } from '../model/line-states.ts';
import type { SpokenLine } from '../model/narration-service.ts';
import { findLineSound, getNarration, getText, type Sounding } from '../model/select.ts';
import { type JobContext, runJob } from './jobs.ts';
import { requireGaps } from './listen.ts';

interface Speaking {
  /** The provider; the first that speaks the language when left out. */
  readonly provider?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly shorten?: boolean | undefined;
  /** One Undo takes back what is shortened, and the narration before stays as a version, when left out. */
  readonly rewrite?: ((before: Narration, texts: ReadonlyMap<string, string>) => void) | undefined;
}

export async function speak(editor: Editor, speaking: Speaking = {}): Promise<JobEnd | undefined> {
  const { store } = editor;
  const { form } = store.getState();
  if (!speaking.only) takeRoles(editor, { isAutomatic: true });
  const narration = getNarration(store.getState());
  if (!narration || !form.voice) return undefined;
  const narrationId = narration.id;
  const language = narration.language ?? (form.isLanguageChosen ? form.language : undefined);
  const settings = { ...narration.settings, voice: form.voice, provider: speaking.provider };
  return runJob(editor, {
    kind: speaking.shorten ? 'fit' : 'speak',
    activity: { kind: 'speaking', receivedBytes: 0 },
    async work(context) {
      context.setNarration(narrationId);
      runUnremembered(store, { type: 'changeNarration', narrationId, changes: { settings, language } });
      const spoken = getNarration(store.getState());
      return spoken && (await speakNarration(editor, spoken, speaking, context));
    },
    repeat: () => speak(editor, speaking),
  });
}

/** Speaks a narration, which need not be shown, as a part of a job. @returns what a person should know, a sentence */
export async function speakNarration(
  editor: Editor,
  narration: Narration,
  speaking: Speaking,
  context: JobContext,
): Promise<string | undefined> {
  const message = isSpokenByLine(narration)
    ? await speakLines(editor, narration, speaking, context)
    : await speakWhole(editor, narration, context);
  if (!context.signal.aborted)
    editor.store.setState(({ narrationId }) => (narrationId === narration.id ? { isChanged: false } : {}));
  return message;
}

async function speakWhole(
  { store, service }: Editor,
  narration: Narration,
  { signal, report }: JobContext,
): Promise<undefined> {
  const { project, ownPronunciations } = store.getState();
  const spokenWith = getSpokenWith(project, narration, undefined, ownPronunciations);
  if (!spokenWith) return;
  const script = getText(narration);
  const pronunciations = pickPronunciations(script, spokenWith.pronunciations);
  const sound = await service.createAudio({ ...spokenWith, pronunciations, script, signal }, receivedBytes =>
    report({ kind: 'speaking', receivedBytes }),
  );
  const name = getVoiceName(spokenWith.voice);
  const provenance = collectProvenance(narration, [{ name, ...sound.source }]);
  const marked = markMp3(readPieces(new Response(sound.mp3), signal), createMarks(provenance, 'voice'));
  const pieces = await Array.fromAsync(marked, piece => Uint8Array.from(piece));
  if (signal.aborted) return;
  // It is downloaded as it is.
  const mp3 = new Blob(pieces, { type: 'audio/mpeg' });
  addSounds(store, [{ ...sound, key: getSoundKey(script, spokenWith), mp3 }]);
}

async function speakLines(
  editor: Editor,
  narration: Narration,
  { only, shorten = false, rewrite }: Speaking,
  context: JobContext,
): Promise<string | undefined> {
  const { store, service } = editor;
  const { signal, report } = context;
  await requireGaps(editor, narration, context);
  // Cast and glossary may change while it is spoken.
  const state = { ...store.getState(), narrationId: narration.id };
  const findSpokenWith = (line?: Line) =>
    getSpokenWith(state.project, narration, line, state.ownPronunciations);
  const spokenWith = findSpokenWith();
  const { asked, known } = planSpeaking(state, narration, only);
  const total = asked.size;
  let done = 0;
  let leftAlone = 0;
  const reportDone = () => report({ kind: 'speaking lines', done, total });
  reportDone();
  if (!spokenWith || (total === 0 && !shorten)) return undefined;
  const described = getDescribedVideo(state);
  const hasTimes = isTimed(narration);
  const order = {
    ...spokenWith,
    pronunciations: pickPronunciations(getText(narration), spokenWith.pronunciations),
    // Others stay as they are, and a recording says what it says.
    lines: narration.lines.map(line =>
      (only && !asked.has(line.id)) || line.recordingId !== undefined ? { ...line, isLocked: true } : line,
    ),
    findSpokenWith,
    asked,
    known,
    durationSeconds: hasTimes ? getDurationSeconds(state) : undefined,
    shorten: shorten && hasTimes,
    description: getDescriptionKind(narration),
    gaps: described && toSentGaps(described.gaps),
    prompt: narration.prompt,
    signal,
  };
  const take = rewrite ?? rewriteInStep(store, context.id);
  await service.speakLines(order, spoken => {
    const line = narration.lines.find(({ id }) => id === spoken.lineId);
    if (signal.aborted || !line) return;
    done = Math.min(total, done + 1);
    addLineSound(store, narration, findSpokenWith(line), spoken);
    if (!takeText(store, narration.id, line, spoken, take)) leftAlone++;
    reportDone();
  });
  return leftAlone > 0 ? t(spokenScriptMessages.leftAlone, { count: leftAlone }) : undefined;
}

function planSpeaking(state: Sounding, narration: Narration, only: Speaking['only']) {
  const asked = new Set<string>();
  const known = new Map<string, number>();
  for (const line of narration.lines) {
    const seconds = findLineSound(state, narration, line)?.seconds;
    const isWanted = only ? only.includes(line.id) : seconds === undefined && line.text.trim() !== '';
    if (isWanted && line.recordingId === undefined) asked.add(line.id);
    else if (seconds !== undefined) known.set(line.id, seconds);
  }
  return { asked, known };
}

function addLineSound(
  store: EditorStore,
  narration: Narration,
  spokenWith: SpokenWith | undefined,
  { text, mp3, seconds, unspoken, source }: SpokenLine,
): void {
  if (!spokenWith) return;
  addSounds(store, [{ key: getSoundKey(text, spokenWith), mp3, seconds, unspoken, source }]);
  const isUsual = spokenWith.voice === narration.settings.voice && spokenWith.manner === undefined;
  if (unspoken !== undefined || !isUsual) return;
  store.setState(state => {
    // Of another narration the voice or the language may be another.
    if (state.narrationId !== narration.id) return {};
    const rate = state.speechRate ?? startRate(getSpokenLanguage(narration, state));
    return { speechRate: learn(rate, text, seconds) };
  });
}

/** Takes the words of a line that the writer shortened. @returns false where it was changed meanwhile: it stays as it is */
function takeText(
  store: EditorStore,
  narrationId: string,
  asked: Line,
  { text, before }: SpokenLine,
  rewrite: NonNullable<Speaking['rewrite']>,
): boolean {
  if (before === undefined || text === asked.text) return true;
  const now = store.getState().project.narrations.find(({ id }) => id === narrationId);
  const line = now?.lines.find(({ id }) => id === asked.id);
  if (!now || !line || line.text !== asked.text || line.isLocked) return false;
  rewrite(now, new Map([[asked.id, text]]));
  return true;
}

function rewriteInStep(store: EditorStore, jobId: number): NonNullable<Speaking['rewrite']> {
  const group = `fit ${jobId}`;
  return (before, texts) => {
    const narration = copyNarration(before, t(spokenScriptMessages.versionBeforeFit));
    if (store.getState().group !== group) runUnremembered(store, { type: 'addNarration', narration });
    run(store, { type: 'rewriteLines', narrationId: before.id, texts }, { group });
  };
}

interface Taking {
  readonly sure?: readonly string[];
  readonly isSubtitles?: boolean;
  /** Nobody asked for it: what was taken once and undone stays as it is. */
  readonly isAutomatic?: boolean;
}

const takenKey = 'benshi.roles-taken';
/** Hashes of the names that were made roles in this tab, each with the id of its project: no name outlives a logout. */
const taken = new Set(readItem(takenKey, 'sessionStorage')?.split('\n'));

/** Makes roles of the names with which lines of the narration begin that is shown, and tells it; one Undo takes them back into the text. */
export function takeRoles(editor: Editor, { sure, isSubtitles, isAutomatic }: Taking = {}): void {
  const { store } = editor;
  const { project } = store.getState();
  const narration = getNarration(store.getState());
  if (!narration) return;
  const hasTimes = isTimed(narration);
  const written = narration.lines.map(line => printSaid(line, project.cast));
  const naming = { sure, isSubtitles, hasTimes, voice: getVoice(editor) ?? defaultVoice };
  const { added, rows, told } = nameRoles(written, project.cast, naming);
  const keys = added.map(({ name }) => String(hash(new TextEncoder().encode(`${project.id} ${name}`))));
  const isSame = added.length === 0 && rows.join('\n') === written.join('\n');
  if (isSame || (isAutomatic && (keys.length === 0 || keys.some(key => taken.has(key))))) return;
  for (const key of keys) taken.add(key);
  keepItem(takenKey, [...taken].join('\n'), 'sessionStorage');
  const group = `roles ${performance.now()}`;
  for (const member of added) run(store, { type: 'addMember', member }, { group });
  const lines = narration.lines
    .map(({ id, startMs, origin }, at) => ({ id, startMs, origin, text: rows[at] ?? '' }))
    .filter((line, at) => line.text !== '' || written[at] === '');
  if (hasTimes) runOnNarration(store, { type: 'replaceLines', lines }, { group });
  else runOnNarration(store, { type: 'replaceText', text: rows.join('\n') }, { group });
  store.setState(({ past }) => ({ rolesTaken: { message: told, step: past.at(-1) } }));
}

/** Makes subtitles and has them spoken: subtitles read aloud, as EN 301 549 asks for in 7.1.5. */
export function makeSpokenSubtitles(editor: Editor, from: 'lines' | 'transcript'): void {
  if (makeSubtitles(editor, from)) speak(editor);
}

/** A narration of the lines that are shown, or of what is said in the video: its texts are locked. @returns undefined where there is nothing */
export function makeSubtitles({ store }: Editor, from: 'lines' | 'transcript'): Narration | undefined {
  const state = store.getState();
  const { transcript } = state.project;
  const source = from === 'lines' ? getNarration(state) : undefined;
  const language = from === 'lines' ? source?.language : transcript?.language;
  const said = (source?.lines ?? listSaid(transcript)).map(({ startMs, text, origin, ...line }) => {
    const made = keepMakers(line);
    return createLine({ startMs: startMs ?? 0, text, origin, ...made, isLocked: true });
  });
  if (said.length === 0) return undefined;
  // Two people may begin to speak at once, but no two lines.
  const lines = [...Map.groupBy(said, ({ startMs }) => startMs).values()].flatMap(([first, ...others]) =>
    first ? { ...first, text: [first, ...others].map(({ text }) => text).join(' ') } : [],
  );
  return addNarration(store, {
    name: language
      ? t(videoOutputMessages.spokenSubtitles, { language: getLanguage(language).nativeName })
      : t(transcriptPanelMessages.spokenSubtitles),
    language,
    style: 'timed',
    settings: { voice: state.form.voice, isSpokenSubtitles: true },
    writer: source?.writer,
    lines,
  });
}

function listSaid(transcript: Transcript | undefined): Line[] {
  const said = transcript?.segments.filter(({ isSound }) => !isSound) ?? [];
  return said.map(({ startMs, text }) =>
    createLine({ startMs, text, ...(transcript && describeHearing(transcript)) }),
  );
}
