import { getSource, type ScriptEngine } from '#engines/ports.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { getSyntheticNotice, isSyntheticNotice } from '#shared/marks/synthetic-notice.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import type { Command } from '#shared/narration/commands.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import {
  createId,
  getDescriptionKind,
  isTimed,
  type Line,
  type Narration,
  type Project,
  toCues,
} from '#shared/narration/project.ts';
import { findTranslation, listUntranslated, type Translated } from '#shared/narration/translations.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { listAvailableSeconds } from '#shared/script/plan-lines.ts';
import { toSpeech } from '#shared/transcript/to-transcript.ts';
import { translateLines } from './translate-lines.ts';

export interface NarrationToTranslate {
  readonly narrationId: string;
  readonly language: LanguageName;
  /** Translates only what its newest translation in this language lacks, if there is one. */
  readonly update?: boolean | undefined;
}

export interface Translating {
  readonly signal: AbortSignal;
  /** A line came; or the translator failed after some, which are kept. */
  readonly report?:
    | ((step: { readonly line: Translated } | { readonly failure: CodedError }) => void)
    | undefined;
}

/**
 * Translates a narration of a project.
 * @returns commands that add the translation to the project, or update it; none if nothing is to be translated. If the translator fails
 * after some lines, those are kept, and the failure is reported
 * @throws CodedError `bad_request` without the narration or a text in it; as `translateLines`, if no line was translated
 */
export async function translateNarration(
  writer: ScriptEngine,
  project: Project,
  { narrationId, language, update = false }: NarrationToTranslate,
  { signal, report }: Translating,
): Promise<Command[]> {
  const source = project.narrations.find(({ id }) => id === narrationId);
  if (!source?.lines.some(({ text }) => text.trim() !== ''))
    throw refuse('bad_request', narrationMessages.noScript);
  const known = update ? findTranslation(project, narrationId, language) : undefined;
  const lines = listUntranslated(source, known);
  if (lines.length === 0) return [];
  // The sentence about the voice is known in every language.
  const notices = lines.filter(({ text }) => isSyntheticNotice(text));
  const texts = new Map(notices.map(({ id }) => [id, getSyntheticNotice(language)]));
  const others = lines.filter(({ id }) => !texts.has(id));
  try {
    for await (const line of translateLines(writer, compose(project, source, others, language), signal)) {
      texts.set(line.id, line.text);
      report?.({ line });
    }
  } catch (error) {
    if (!(error instanceof CodedError) || texts.size === notices.length) throw error;
    report?.({ failure: error });
  }
  const changes = { writer: getSource(writer, { task: 'translate', translatedInto: language }) };
  if (known)
    return [
      { type: 'updateTranslation', narrationId: known.id, texts },
      { type: 'changeNarration', narrationId: known.id, changes },
    ];
  const newId = createId();
  const name = source.name === '' ? language : `${source.name} (${language})`;
  return [
    { type: 'translate', narrationId, newId, language, texts },
    { type: 'changeNarration', narrationId: newId, changes: { ...changes, name } },
  ];
}

function compose(project: Project, source: Narration, lines: readonly Line[], language: LanguageName) {
  const available = listRoom(project, source);
  return {
    lines: lines.map(({ id, text }) => ({ id, text, availableSeconds: available.get(id) })),
    from: source.language,
    language,
    glossary: project.glossary.map(({ term, byLanguage, isNeverTranslated }) => ({
      term,
      translation: byLanguage[language],
      isNeverTranslated,
    })),
    cast: listPeople(project.cast),
    description: getDescriptionKind(source),
    prompt: source.prompt.slice(0, maxPromptCharacters) || undefined,
  };
}

/** Seconds for each line: until the next one or speech; of a script without times, its share of the video. */
function listRoom({ video, transcript }: Project, source: Narration): ReadonlyMap<string, number> {
  const { lines } = source;
  const durationSeconds = video ? video.durationMs / 1000 : undefined;
  const kind = getDescriptionKind(source);
  // An extended description pauses the video for a line.
  if (durationSeconds === undefined || kind === 'extended') return new Map();
  if (!isTimed(source)) {
    const total = lines.reduce((sum, { text }) => sum + text.length, 0);
    return new Map(lines.map(({ id, text }) => [id, (durationSeconds * text.length) / total]));
  }
  const speech = kind && transcript && toSpeech(transcript);
  const description = speech && { kind, gaps: computeGaps(speech, durationSeconds) };
  const seconds = listAvailableSeconds(toCues(lines), durationSeconds, description);
  return new Map(lines.map(({ id }, at) => [id, seconds[at] ?? 0]));
}
