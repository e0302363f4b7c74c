import { apply, type Command } from '#shared/narration/commands.ts';
import { createNarration, type Narration, type Project } from '#shared/narration/project.ts';
import { isTimedScript, readTimedLines } from '#shared/narration/timed-text.ts';
import { type ChosenVideo, type EditorState, type EditorStore, unworkedDocument } from './editor-state.ts';
import { getNarration, getScript } from './select.ts';
import { remember } from './undo.ts';

type RunOptions = Partial<Pick<EditorState, 'group'>>;

/** Runs a command; one Undo takes it back. */
export function run(store: EditorStore, command: Command, { group }: RunOptions = {}): void {
  store.setState(state => {
    const project = apply(state.project, command);
    if (project === state.project) return state;
    const isSaid = (['transcript', 'cast', 'glossary'] as const).some(
      key => project[key] !== state.project[key],
    );
    if (project.narrations === state.project.narrations)
      return { ...(isSaid && remember(state, group, 'said')), project };
    const part = isSaid ? 'both' : undefined;
    return { ...remember(state, group, part), project, isChanged: true, lastEnd: undefined };
  });
}

/** Runs a command that nobody undoes: what a job does to its own narration, or what was seen. */
export function runUnremembered(store: EditorStore, command: Command): void {
  store.setState(state => {
    const project = apply(state.project, command);
    return project === state.project ? state : { project };
  });
}

/** The narrations follow their video, and the file that is open is that of it; one Undo takes all of it back. */
export function replaceVideo(
  store: EditorStore,
  chosen: ChosenVideo,
  command: Extract<Command, { readonly type: 'replaceVideo' }>,
  message: string,
): void {
  store.setState(state => ({
    ...remember(state, undefined, 'video'),
    project: apply(state.project, command),
    video: chosen,
    heard: undefined,
    lostVideo: undefined,
    refusal: undefined,
    progress: 0,
    lastEnd: { kind: 'compare', outcome: 'done', message, video: chosen.file },
  }));
}

export function changeSettings(
  store: EditorStore,
  narration: Narration,
  changed: Narration['settings'],
): void {
  const settings = { ...narration.settings, ...changed };
  runUnremembered(store, { type: 'changeNarration', narrationId: narration.id, changes: { settings } });
}

export function addNarration(store: EditorStore, given: Parameters<typeof createNarration>[0]): Narration {
  const narration = createNarration(given);
  store.setState(state => ({
    ...(getNarration(state) && remember(state)),
    project: apply(state.project, { type: 'addNarration', narration }),
    narrationId: narration.id,
    selectedLineId: undefined,
    isChanged: false,
  }));
  return narration;
}

export function showNarration(store: EditorStore, narrationId: string): void {
  store.setState(state =>
    state.narrationId === narrationId
      ? state
      : { narrationId, selectedLineId: undefined, group: undefined, isChanged: false, lastEnd: undefined },
  );
}

/** Without the steps and the video of the one before. @param beside what else changes with it */
export function openDocument(store: EditorStore, project: Project, beside: Partial<EditorState> = {}): void {
  store.setState(state => ({
    ...unworkedDocument,
    project,
    narrationId: project.narrations.at(-1)?.id,
    keeping: {
      ...state.keeping,
      interrupted: undefined,
      // That was the other one.
      account: state.keeping.account === 'saved' ? undefined : state.keeping.account,
    },
    ...beside,
  }));
}

/** `Omit` of each member of a union. */
type WithoutNarration<Each> = Each extends { narrationId: string } ? Omit<Each, 'narrationId'> : never;

export function runOnNarration(
  store: EditorStore,
  command: WithoutNarration<Command>,
  options?: RunOptions,
): void {
  const { narrationId } = store.getState();
  if (narrationId !== undefined) run(store, { ...command, narrationId } as Command, options);
}

/** An edit that comes later than this after the one before is a step of its own. */
const pauseMs = 1000;
/** Nor does one step take longer than this, however steadily somebody writes. */
const longestStepMs = 5000;

interface Typing {
  readonly group: string;
  readonly beganMs: number;
  readonly lastMs: number;
  readonly field: string;
  readonly isGrowing: boolean;
}

let typing: Typing | undefined;

/** What is typed in a field without a pause is one step of undo; what is pasted or dictated is one each. */
export function findGroup(
  field: string,
  before: string,
  after: string,
  nowMs = performance.now(),
): string | undefined {
  const isTyped = Math.abs(after.length - before.length) <= 1;
  const isGrowing = after.length >= before.length;
  const goesOn =
    isTyped &&
    typing?.field === field &&
    typing.isGrowing === isGrowing &&
    nowMs - typing.lastMs < pauseMs &&
    nowMs - typing.beganMs < longestStepMs;
  if (!isTyped) typing = undefined;
  else if (goesOn && typing) typing = { ...typing, lastMs: nowMs };
  else typing = { group: `typing ${nowMs}`, beganMs: nowMs, lastMs: nowMs, field, isGrowing };
  return typing?.group;
}

/** Takes the text of the script field: one with times becomes lines; the first makes a narration, and an empty one may become one. */
export function typeScript(store: EditorStore, text: string): void {
  const state = store.getState();
  const narration = getNarration(state);
  const before = narration ? getScript(state.project, narration) : '';
  // What one gesture changes in two commands is one step, too.
  const options = { group: findGroup('script', before, text) ?? `text ${performance.now()}` };
  const hasTimes = isTimedScript(text);
  const style = !hasTimes ? 'continuous' : state.form.style === 'continuous' ? 'timed' : state.form.style;
  const { prompt, voice } = state.form;
  const { id: narrationId } = narration ?? addNarration(store, { style, prompt, settings: { voice } });
  const change = (changes: Partial<Narration>) =>
    run(store, { type: 'changeNarration', narrationId, changes }, options);
  if (!hasTimes) {
    run(store, { type: 'replaceText', narrationId, text }, options);
    if (text.trim() === '') change({ language: undefined, writer: undefined });
    return;
  }
  change({ style, language: undefined });
  const lines = readTimedLines(text).map(line => ({ ...line, origin: 'imported' as const }));
  run(store, { type: 'replaceLines', narrationId, lines }, options);
  store.setState(after => ({ selectedLineId: getNarration(after)?.lines[0]?.id }));
}
