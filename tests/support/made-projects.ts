import fc from 'fast-check';
import type { Command } from '#shared/narration/commands.ts';
import type { CutPart } from '#shared/narration/new-cut.ts';
import type { Line, Narration, Project, ProjectVideo, Transcript } from '#shared/narration/project.ts';

const madeAt = '2026-11-28T00:00:00.000Z';

/** One row, as a line of a narration has. */
export const lineText = fc.string({ maxLength: 20 }).map(text => text.replace(/[\n\r]/gu, ' '));
const ms = fc.nat(20_000);

const madeLine = fc.record({
  startMs: ms,
  text: lineText,
  isLocked: fc.boolean(),
  voice: fc.constantFrom('nova', undefined),
  castId: fc.constantFrom('speaker', undefined),
  manner: fc.constantFrom('calm', undefined),
  pace: fc.constantFrom(0.8, undefined),
  pauseAfterMs: fc.constantFrom(500, undefined),
  recordingId: fc.constantFrom('recording', undefined),
  origin: fc.constantFrom('written', 'imported', 'translated'),
});

/** What is undefined is not there. */
function leaveOut<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return JSON.parse(JSON.stringify(fields));
}

const madeNarration = fc.record({ isTimed: fc.boolean(), lines: fc.array(madeLine, { maxLength: 8 }) }).map(
  ({ isTimed, lines }): Omit<Narration, 'id'> => ({
    name: '',
    style: isTimed ? 'timed' : 'continuous',
    prompt: '',
    settings: {},
    createdAt: madeAt,
    lines: lines
      .toSorted((one, other) => one.startMs - other.startMs)
      .map(({ startMs, text, isLocked, origin, ...delivery }, at) => ({
        id: `line${at}`,
        startMs: isTimed ? startMs : null,
        text,
        isLocked,
        origin,
        ...leaveOut(delivery),
      })),
  }),
);

/** Documents with continuous and timed narrations. */
export const madeProject = fc.array(madeNarration, { minLength: 1, maxLength: 3 }).map(
  (narrations): Project => ({
    id: 'project',
    schemaVersion: 4,
    revision: 0,
    title: 'Holiday',
    createdAt: madeAt,
    updatedAt: madeAt,
    observations: [],
    cast: [{ id: 'speaker', name: 'Anna', look: '', voice: 'onyx' }],
    glossary: [],
    narrations: narrations.map((narration, at) => ({ ...narration, id: `narration${at}` })),
  }),
);

const filmMs = 20_000;

/** Cuts of a film of 20 s: parts of it in their order, or in another one. */
export const madeCut = fc
  .record({
    pieces: fc.array(
      fc.record({
        kind: fc.constantFrom<CutPart['kind']>('kept', 'picture changed', 'sound changed', 'removed', 'new'),
        lengthMs: fc.integer({ min: 100, max: 8000 }),
        speed: fc.constantFrom(1, 25 / 24),
        isUncertain: fc.constantFrom(true, undefined),
      }),
      { maxLength: 7 },
    ),
    isTurned: fc.boolean(),
  })
  .map(({ pieces, isTurned }): CutPart[] => {
    let oldMs = 0;
    const rest = { kind: 'kept' as const, lengthMs: filmMs, speed: 1, isUncertain: undefined };
    const placed = [...pieces, rest].flatMap(({ kind, lengthMs, speed, ...certain }) => {
      if (kind === 'new') return { kind, lengthMs, old: undefined, ...leaveOut(certain) };
      const old = { fromMs: oldMs, toMs: Math.min(filmMs, oldMs + lengthMs) };
      oldMs = old.toMs;
      if (old.toMs === old.fromMs) return [];
      return { kind, old, lengthMs: Math.round((old.toMs - old.fromMs) / speed), ...leaveOut(certain) };
    });
    let nowMs = 0;
    return (isTurned ? placed.toReversed() : placed).map(({ lengthMs, kind, old, ...certain }) => {
      const now = { fromMs: nowMs, toMs: nowMs + (kind === 'removed' ? 0 : lengthMs) };
      nowMs = now.toMs;
      return { kind, ...(old && { old }), ...(kind !== 'removed' && { now }), ...certain };
    });
  });

/** The random parts of a command. */
const parts = fc.record({
  which: fc.nat(20),
  caret: fc.nat(20),
  startMs: ms,
  text: lineText,
  texts: fc.array(lineText, { maxLength: 6 }),
  flag: fc.boolean(),
  cut: madeCut,
});
type Parts = typeof parts extends fc.Arbitrary<infer Made> ? Made : never;

interface Target {
  readonly narration: Narration;
  readonly line: Line;
  readonly makeId: () => string;
}

type Change<Each = Command> = Each extends { narrationId: string } ? Omit<Each, 'narrationId'> : never;

function on({ id }: Narration, change: Change): Command {
  return { narrationId: id, ...change };
}

/** Every command by its type, so that a new one does not compile untested. */
export const makers: Readonly<Record<Command['type'], (parts: Parts, target: Target) => Command>> = {
  editText: ({ text }, { narration, line }) => on(narration, { type: 'editText', lineId: line.id, text }),
  moveLine: ({ startMs }, { narration, line }) =>
    on(narration, { type: 'moveLine', lineId: line.id, startMs }),
  splitLine: ({ caret, startMs }, { narration, line, makeId }) =>
    on(narration, { type: 'splitLine', lineId: line.id, caret, startMs, newId: makeId() }),
  joinLines: (_, { narration, line }) => on(narration, { type: 'joinLines', lineId: line.id }),
  addLine: ({ startMs, flag, text }, { narration, line, makeId }) => {
    const newId = flag ? makeId() : line.id;
    return on(narration, { type: 'addLine', newId, text, startMs: isTimed(narration) ? startMs : null });
  },
  removeLine: (_, { narration, line }) => on(narration, { type: 'removeLine', lineId: line.id }),
  setLock: ({ flag }, { narration, line }) =>
    on(narration, { type: 'setLock', lineId: line.id, isLocked: flag }),
  setDelivery: ({ flag }, { narration, line }) =>
    on(narration, {
      type: 'setDelivery',
      lineId: line.id,
      changes: flag
        ? { voice: 'shimmer', manner: 'sad', castId: 'speaker', pauseBeforeMs: 300 }
        : { voice: undefined, castId: undefined, recordingId: undefined },
    }),
  shiftLines: ({ startMs, flag }, { narration }) =>
    on(narration, { type: 'shiftLines', byMs: flag ? startMs : -startMs }),
  rewriteLines: ({ texts }, { narration }) =>
    on(narration, { type: 'rewriteLines', texts: toTexts(narration, texts) }),
  acceptRewriting: (_, { narration, line }) => on(narration, { type: 'acceptRewriting', lineId: line.id }),
  undoRewriting: (_, { narration, line }) => on(narration, { type: 'undoRewriting', lineId: line.id }),
  acceptCheck: (_, { narration, line }) =>
    on(narration, { type: 'acceptCheck', lineId: line.id, rule: 'no-we' }),
  replaceLines: ({ texts, startMs, flag }, { narration }) => {
    const lines = texts.map((text, at) => ({
      id: flag ? narration.lines[at]?.id : undefined,
      startMs: isTimed(narration) ? startMs + at * 500 : null,
      text,
    }));
    return on(narration, { type: 'replaceLines', lines });
  },
  replaceText: ({ texts }, { narration }) => on(narration, { type: 'replaceText', text: texts.join('\n') }),
  changeNarration: ({ text, flag }, { narration }) =>
    on(narration, { type: 'changeNarration', changes: flag ? { prompt: text } : { language: undefined } }),
  addNarration: ({ flag }, { narration, makeId }) => {
    const id = flag ? makeId() : narration.id;
    return { type: 'addNarration', narration: { ...narration, id } };
  },
  renameNarration: ({ text }, { narration }) => ({
    type: 'renameNarration',
    narrationId: narration.id,
    name: text,
  }),
  removeNarration: (_, { narration }) => ({ type: 'removeNarration', narrationId: narration.id }),
  translate: ({ texts, flag }, { narration, makeId }) => ({
    type: 'translate',
    narrationId: narration.id,
    newId: flag ? makeId() : narration.id,
    language: 'French',
    texts: toTexts(narration, texts),
  }),
  updateTranslation: ({ texts }, { narration }) => ({
    type: 'updateTranslation',
    narrationId: narration.id,
    texts: new Map(texts.map((text, at) => [`line${at}`, text])),
  }),
  setGlossary: ({ text, flag }) => ({
    type: 'setGlossary',
    glossary: flag ? [{ term: text, byLanguage: {}, isNeverTranslated: true, pronunciation: {} }] : [],
  }),
  renameProject: ({ text }) => ({ type: 'renameProject', title: text }),
  setVideo: ({ flag }) => ({ type: 'setVideo', video: flag ? video : undefined }),
  replaceVideo: ({ text, cut }) => ({
    type: 'replaceVideo',
    video: { ...video, durationMs: Math.max(...cut.map(({ now }) => now?.toMs ?? 0)), fingerprint: text },
    parts: cut,
  }),
  restoreCutLine: ({ which, startMs }, { narration }) =>
    on(narration, { type: 'restoreCutLine', lineId: pickCutLine(narration, which), startMs }),
  dropCutLine: ({ which }, { narration }) =>
    on(narration, { type: 'dropCutLine', lineId: pickCutLine(narration, which) }),
  keepChecked: (_, { narration, line }) => on(narration, { type: 'keepChecked', lineId: line.id }),
  setWritten: ({ startMs, caret }, { narration }) =>
    on(narration, { type: 'setWritten', span: { fromMs: startMs, toMs: startMs + caret * 500 } }),
  setObservations: ({ text, startMs }) => ({
    type: 'setObservations',
    observations: [
      { id: 'look', momentsMs: [startMs], text, kind: 'picture', source: { provider: 'the offline engine' } },
    ],
  }),
  setTranscript: ({ texts, flag }) => ({
    type: 'setTranscript',
    transcript: flag ? transcribe(texts) : undefined,
    speakers: flag ? [{ id: 'speaker', name: 'Speaker 1', look: '' }] : [],
  }),
  editSegment: ({ which, text }) => ({ type: 'editSegment', segmentId: `segment${which % 3}`, text }),
  editTerm: ({ text, texts, flag }) => ({
    type: 'editTerm',
    term: texts[0] ?? text,
    part: flag ? 'byLanguage' : 'pronunciation',
    language: 'French',
    text,
  }),
  addMember: ({ text, flag }, { makeId }) => ({
    type: 'addMember',
    member: { id: flag ? makeId() : 'speaker', name: text, look: '' },
  }),
  editMember: ({ text, flag }) => ({
    type: 'editMember',
    memberId: 'speaker',
    changes: { name: text, isConfirmed: flag || undefined },
  }),
  removeMember: () => ({ type: 'removeMember', memberId: 'speaker' }),
  joinMembers: ({ which }, { makeId }) => ({
    type: 'joinMembers',
    memberId: 'speaker',
    intoId: which % 2 === 0 ? 'speaker' : makeId(),
  }),
};

function transcribe(texts: readonly string[]): Transcript {
  return {
    source: { kind: 'recogniser', provider: 'OpenAI' },
    isCorrected: false,
    segments: texts.map((text, at) => ({
      id: `segment${at}`,
      startMs: at * 1000,
      endMs: at * 1000 + 900,
      text,
      speakerId: 'speaker',
    })),
  };
}

const video: ProjectVideo = {
  name: 'holiday.mp4',
  sizeBytes: 1000,
  durationMs: 20_000,
  width: 640,
  height: 360,
  fingerprint: '0',
};
/** What commands name where nothing is left. */
const gone: Line = { id: 'gone', startMs: 0, text: '', isLocked: false, origin: 'written' };

function isTimed({ style }: Narration): boolean {
  return style !== 'continuous';
}

function pickCutLine({ cutLines = [] }: Narration, which: number): string {
  return cutLines[which % cutLines.length]?.id ?? gone.id;
}

function toTexts({ lines }: Narration, texts: readonly string[]): Map<string, string> {
  return new Map(texts.flatMap((text, at) => (lines[at] ? [[lines[at].id, text]] : [])));
}

/** A command for whatever is in the document by then. */
export type MadeCommand = (project: Project, makeId: () => string) => Command;

/** @param wanted default all */
export function madeCommand(wanted = Object.values(makers)): fc.Arbitrary<MadeCommand> {
  return fc.record({ make: fc.constantFrom(...wanted), parts }).map(({ make, parts }): MadeCommand => {
    return ({ narrations }, makeId) => {
      const narration = narrations[parts.which % narrations.length];
      if (!narration) return { type: 'renameProject', title: parts.text };
      return make(parts, {
        narration,
        line: narration.lines[parts.caret % narration.lines.length] ?? gone,
        makeId,
      });
    };
  });
}

/** Ids in order, none twice. */
export function countIds(): () => string {
  let count = 0;
  return () => `made${count++}`;
}
