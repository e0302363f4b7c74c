import { markMp3 } from '#media/marks/write-marks.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { collectProvenance } from '#shared/marks/provenance.ts';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import {
  getDescriptionKind,
  getSoundKey,
  getSpokenWith,
  isSpokenByLine,
  isTimed,
  type Line,
  type Narration,
} from '#shared/narration/project.ts';
import { pickPronunciations } from '#shared/pronunciations.ts';
import { toSentGaps } from '#shared/script/gaps.ts';
import { getVoiceName } from '#shared/voices.ts';
import { readPieces } from '../../../lib/call-server.ts';
import { runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import type { Sound } from '../model/editor-state.ts';
import { getDescribedVideo, getDurationSeconds } from '../model/line-states.ts';
import type { LinesOrder, SpokenLine } from '../model/narration-service.ts';
import { findLineSound, getNarration, getText } from '../model/select.ts';
import { listenForGaps } from './listen-for-gaps.ts';
import { type JobContext, runJob } from './run-job.ts';
import { addSounds, type Rewrite, rewriteInStep, takeLine } from './take-line.ts';
import { takeRoles } from './take-roles.ts';

interface Speaking {
  /** The provider; the first that speaks the language when left out. */
  readonly provider?: string | undefined;
  /** Only these lines, also where they were spoken before. */
  readonly only?: readonly string[] | undefined;
  /** Lines that are too long and not locked may be shortened. */
  readonly shorten?: boolean | undefined;
  readonly rewrite?: Rewrite | undefined;
}

export function speak(editor: Editor, speaking: Speaking = {}): void {
  const { store } = editor;
  const { form } = store.getState();
  if (!speaking.only) takeRoles(editor, { isAutomatic: true });
  const narration = getNarration(store.getState());
  if (!narration || !form.voice) return;
  const narrationId = narration.id;
  const language = narration.language ?? (form.isLanguageChosen ? form.language : undefined);
  const { provider } = speaking;
  runJob(editor, {
    kind: speaking.shorten ? 'fit' : 'speak',
    activity: { kind: 'speaking', receivedBytes: 0 },
    async work(context) {
      context.setNarration(narrationId);
      const settings = { ...narration.settings, voice: form.voice, provider };
      runUnremembered(store, { type: 'changeNarration', narrationId, changes: { settings, language } });
      const spoken = getNarration(store.getState());
      if (!spoken) return undefined;
      return await speakNarration(editor, spoken, speaking, context);
    },
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
  const provenance = collectProvenance(narration, [
    { name: getVoiceName(spokenWith.voice), ...sound.source },
  ]);
  const marked = markMp3(readPieces(new Response(sound.mp3), signal), createMarks(provenance, 'voice'));
  const pieces: BlobPart[] = [];
  for await (const piece of marked) pieces.push(Uint8Array.from(piece));
  if (signal.aborted) return;
  addSounds(store, [
    {
      key: getSoundKey(script, spokenWith),
      // It is downloaded as it is.
      mp3: new Blob(pieces, { type: 'audio/mpeg' }),
      seconds: sound.seconds,
      cues: sound.cues,
      unspokenLines: sound.unspoken,
      source: sound.source,
    },
  ]);
}

async function speakLines(
  editor: Editor,
  narration: Narration,
  speaking: Speaking,
  context: JobContext,
): Promise<string | undefined> {
  const { only, shorten = false } = speaking;
  const rewrite = speaking.rewrite ?? rewriteInStep(editor, context.id);
  const { signal, report } = context;
  await requireGaps(editor, narration, context);
  // Cast and glossary may change while it is spoken.
  const state = editor.store.getState();
  const { asked, known } = planSpeaking(narration, line => findLineSound(state, narration, line), only);
  const total = asked.size;
  let done = 0;
  let leftAlone = 0;
  const reportDone = () => report({ kind: 'speaking lines', done, total });
  reportDone();
  if (total === 0 && !shorten) return undefined;
  const take = (spoken: SpokenLine) => {
    if (signal.aborted) return;
    done = Math.min(total, done + 1);
    if (!takeLine(editor, { narration, ...state }, spoken, rewrite)) leftAlone++;
    reportDone();
  };
  // Others stay as they are, and a recording says what it says.
  const lines = narration.lines.map(line =>
    (only && !asked.has(line.id)) || line.recordingId !== undefined ? { ...line, isLocked: true } : line,
  );
  await orderLines(editor, { ...narration, lines }, { asked, known, shorten, signal }, take);
  return leftAlone > 0 ? t(spokenScriptMessages.leftAlone, { count: leftAlone }) : undefined;
}

export async function orderLines(
  { store, service }: Editor,
  narration: Narration,
  wanted: Pick<LinesOrder, 'asked' | 'known' | 'shorten' | 'signal'>,
  take: (spoken: SpokenLine) => void,
): Promise<void> {
  const { project, ownPronunciations } = store.getState();
  const findSpokenWith = (line?: Line) => getSpokenWith(project, narration, line, ownPronunciations);
  const spokenWith = findSpokenWith();
  if (!spokenWith) return;
  const state = { ...store.getState(), narrationId: narration.id };
  const described = getDescribedVideo(state);
  const hasTimes = isTimed(narration);
  const order = {
    ...wanted,
    ...spokenWith,
    shorten: wanted.shorten && hasTimes,
    pronunciations: pickPronunciations(getText(narration), spokenWith.pronunciations),
    lines: narration.lines,
    findSpokenWith,
    durationSeconds: hasTimes ? getDurationSeconds(state) : undefined,
    description: getDescriptionKind(narration),
    gaps: described && toSentGaps(described.gaps),
    prompt: narration.prompt,
  };
  await service.speakLines(order, take);
}

/** The lines of a description are fitted into gaps, which must be known by then. */
export async function requireGaps(
  { store }: Editor,
  narration: Narration,
  { signal, report }: JobContext,
): Promise<void> {
  const { video, heard } = store.getState();
  if (!getDescriptionKind(narration) || !video || heard) return;
  const totalSeconds = video.facts.durationSeconds;
  const found = await listenForGaps(video.file, totalSeconds, {
    signal,
    noteProgress: heardSeconds => report({ kind: 'listening', heardSeconds, totalSeconds }),
  });
  store.setState(state => (state.video === video ? { heard: found } : state));
}

/** Which lines are to be spoken, and how long the others are. What a person records is not spoken. */
export function planSpeaking(
  { lines }: Narration,
  findSound: (line: Line) => Sound | undefined,
  only: readonly string[] | undefined,
): { readonly asked: ReadonlySet<string>; readonly known: ReadonlyMap<string, number> } {
  const asked = new Set<string>();
  const known = new Map<string, number>();
  for (const line of lines) {
    const seconds = findSound(line)?.seconds;
    const isAsked =
      line.recordingId === undefined &&
      (only ? only.includes(line.id) : seconds === undefined && line.text.trim() !== '');
    if (isAsked) asked.add(line.id);
    else if (seconds !== undefined) known.set(line.id, seconds);
  }
  return { asked, known };
}
