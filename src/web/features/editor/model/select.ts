import type { DescriptionKind } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import {
  getDescriptionKind,
  getRecordingKey,
  getSoundKey,
  getSpokenWith,
  isSpokenByLine,
  isTimed,
  joinText,
  type Line,
  type Narration,
  type Project,
  printSaid,
} from '#shared/narration/project.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import { type EditorState, emptyForm, type Sound } from './editor-state.ts';

// Selectors: they give the same object while nothing changed.

export function getNarration({ project, narrationId }: EditorState): Narration | undefined {
  return project.narrations.find(({ id }) => id === narrationId);
}

export function getShownLanguage(state: EditorState): LanguageName {
  return getNarration(state)?.language ?? state.form.language;
}

const noLines: readonly Line[] = [];

export const getLines = (state: EditorState): readonly Line[] => getNarration(state)?.lines ?? noLines;

/** Lines with times are edited as a list, also where all are of parts that were cut; others as one text. */
export function hasTimes(state: EditorState): boolean {
  const narration = getNarration(state);
  if (!narration || !isTimed(narration)) return false;
  return narration.lines.length > 0 || !!narration.cutLines?.length || !!narration.unwritten?.length;
}

export function hasScript({ project: { narrations } }: EditorState): boolean {
  return narrations.some(({ language, lines }) => lines.length > 0 || language === undefined);
}

const texts = new WeakMap<readonly Line[], string>();

export function getText({ lines }: Narration): string {
  const known = texts.get(lines);
  if (known !== undefined) return known;
  const text = joinText(lines);
  texts.set(lines, text);
  return text;
}

const scripts = new WeakMap<readonly Line[], { readonly cast: Project['cast']; readonly script: string }>();

export function getScript({ cast }: Project, { lines }: Narration): string {
  const known = scripts.get(lines);
  if (known?.cast === cast) return known.script;
  const script = lines.map(line => printSaid(line, cast)).join('\n');
  scripts.set(lines, { cast, script });
  return script;
}

export function hasSaid({ project: { transcript } }: Pick<EditorState, 'project'>): boolean {
  return transcript !== undefined && transcript.segments.length > 0;
}

export function isEmpty(state: EditorState): boolean {
  const narration = getNarration(state);
  return !narration || getText(narration).trim() === '';
}

type KnownKey = { readonly from: readonly unknown[]; readonly key: string | undefined };

const soundKeys = new WeakMap<Line, KnownKey>();

export type Sounding = Pick<EditorState, 'project' | 'ownPronunciations' | 'sounds'>;

/** {@link rememberLast} for what follows from how a narration sounds. */
export function rememberSounding<Of extends Narration | undefined, More extends readonly unknown[], Result>(
  compute: (state: Sounding, narration: Of, ...more: More) => Result,
): (state: Sounding, narration: Of, ...more: More) => Result {
  type Parts = [Sounding['project'], Sounding['ownPronunciations'], Sounding['sounds'], Of, ...More];
  const remembered = rememberLast((...[project, ownPronunciations, sounds, narration, ...more]: Parts) =>
    compute({ project, ownPronunciations, sounds }, narration, ...more),
  );
  return ({ project, ownPronunciations, sounds }, narration, ...more) =>
    remembered(project, ownPronunciations, sounds, narration, ...more);
}

/** Composed once a line: a thousand lines are looked up with each letter that is typed in one of them. */
function getLineKey(
  { project, ownPronunciations }: Omit<Sounding, 'sounds'>,
  narration: Narration,
  line: Line,
): string | undefined {
  if (line.recordingId !== undefined) return getRecordingKey(line.recordingId);
  const from = [project.cast, project.glossary, ownPronunciations, narration.settings, narration.language];
  const known = soundKeys.get(line);
  if (known?.from.every((value, at) => value === from[at])) return known.key;
  const spokenWith = getSpokenWith(project, narration, line, ownPronunciations);
  const key = spokenWith && getSoundKey(line.text, spokenWith);
  soundKeys.set(line, { from, key });
  return key;
}

export function findLineSound(state: Sounding, narration: Narration, line: Line): Sound | undefined {
  const key = getLineKey(state, narration, line);
  return key === undefined ? undefined : state.sounds.get(key);
}

export function findRecording(
  { project, ownPronunciations, sounds }: Sounding,
  narration: Narration,
): Sound | undefined {
  if (isSpokenByLine(narration)) return undefined;
  const spokenWith = getSpokenWith(project, narration, undefined, ownPronunciations);
  return spokenWith && sounds.get(getSoundKey(getText(narration), spokenWith));
}

export function listUnspoken(state: Sounding, narration: Narration): readonly Line[] {
  return narration.lines.filter(line => line.text.trim() !== '' && !findLineSound(state, narration, line));
}

type SpokenShare = 'all' | 'some' | 'none';

/** How much of the narration that is shown was spoken as it is now. Asked with each change of the state: once a document. */
export function getSpokenShare(state: EditorState): SpokenShare {
  return computeSpokenShare(state, getNarration(state));
}

const computeSpokenShare = rememberSounding((state, narration: Narration | undefined): SpokenShare => {
  if (!narration || getText(narration).trim() === '') return 'none';
  if (!isSpokenByLine(narration)) return findRecording(state, narration) ? 'all' : 'none';
  const unspoken = listUnspoken(state, narration).length;
  if (unspoken === 0) return 'all';
  return unspoken === narration.lines.filter(({ text }) => text.trim() !== '').length ? 'none' : 'some';
});

export function getShownKind(state: EditorState): DescriptionKind | undefined {
  const narration = getNarration(state);
  return narration && getDescriptionKind(narration);
}

export function hasWorkNews({ job, lastEnd }: EditorState): boolean {
  return job === undefined && lastEnd?.message !== undefined;
}

export const isWriting = ({ job }: EditorState): boolean => job?.kind === 'write' || job?.kind === 'rewrite';

export function isReadOnly({ job, narrationId }: EditorState): boolean {
  return job?.kind === 'write' && job.narrationId === narrationId;
}

export function isUntouched({ project, form }: Pick<EditorState, 'project' | 'form'>): boolean {
  if (project.narrations.length > 0 || project.video) return false;
  // The voice comes back by itself.
  const { prompt, language, style } = form;
  const isChosen = language !== emptyForm.language || style !== emptyForm.style;
  return prompt === '' && !isChosen;
}
