import { runInOrder } from '#shared/async/run-in-order.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { framesPerVideo, visionConcurrency } from '#shared/defaults.ts';
import type { CodedError } from '#shared/errors.ts';
import { type Frame, listMoments, type Moment } from '#shared/frame.ts';
import { computeMaxAnalysisCharacters } from '#shared/limits.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { mergePeople, printPeople, splitPeople } from '#shared/narration/seen-people.ts';
import type { FitPictures, Usage, VisionEngine, VisionRequest } from '../ports.ts';
import {
  composeLookPrompt,
  composeScoutPrompt,
  type LookMemory,
  type LookPart,
  lookVersion,
  type VisionPrompt,
} from '../prompts/look.ts';
import { says, withCost } from './failure.ts';
import { joinNotes } from './written-text.ts';

interface Looking {
  /** Pictures that it takes in one request; ten if undefined or more. */
  readonly mostPictures?: number | undefined;
  /** Scales pictures down before they are sent; undefined where the provider does it. */
  readonly fitting?: { readonly fitPictures: FitPictures; readonly maxSidePixels: number } | undefined;
  /** Asks one prompt. @returns notes */
  ask(prompt: VisionPrompt, request: VisionRequest): Promise<string>;
  readonly mapError: (error: unknown, signal: AbortSignal) => CodedError;
}

/** Up to here a request waits for the notes of the one before. */
const mostInSequence = 30;
/** With fewer, a moment is one picture and its context is small: three requests for a moment would take minutes. */
const fewestForMovement = 3;
const scoutedOneIn = 3;
/** What the vendors with a field for detail scale `low` to (November 2026). */
const lowSidePixels = 512;

/**
 * The call of a vision engine whose model answers prompts. Requests follow each other and know the people found so far and the last
 * notes; beyond 30 pictures a quick look at one moment in three finds people and places, and the requests run side by side.
 */
export function lookByPrompt(looking: Looking): Pick<VisionEngine, 'analyze' | 'promptVersions'> {
  const analyze: VisionEngine['analyze'] = async request => {
    let hasPaid = false;
    const noteUsage = (usage: Usage) => {
      hasPaid = true;
      request.noteUsage?.(usage);
    };
    try {
      return await lookAtAll(looking, { ...request, noteUsage });
    } catch (error) {
      const mapped = looking.mapError(error, request.signal);
      // An earlier request for the same video was answered and charged.
      throw hasPaid ? withCost(mapped, false) : mapped;
    }
  };
  return { analyze, promptVersions: { look: lookVersion } };
}

async function lookAtAll(looking: Looking, request: VisionRequest): Promise<string> {
  const mostPictures = Math.min(looking.mostPictures ?? framesPerVideo, framesPerVideo);
  const isSmall = mostPictures < fewestForMovement;
  const sent = isSmall ? listMoments(request.frames).map(showAlone) : request.frames;
  const frames = await scaleDown(looking, { ...request, frames: sent });
  const asked = { ...request, frames };
  const moments = listMoments(frames);
  const inSequence = isSmall || frames.length <= mostInSequence;
  let memory = inSequence ? nothing : await scout(looking, asked, mostPictures);
  const stop = new AbortController();
  const signal = AbortSignal.any([request.signal, stop.signal]);

  async function look(part: Span): Promise<string> {
    requireNotCancelled(signal);
    const prompt = composeLookPrompt(asked, { ...part, moments, memory, isSmall });
    const { people, rest } = splitPeople(await looking.ask(prompt, { ...asked, signal }));
    const notes = inSequence ? [...memory.notes, rest] : [];
    memory = { ...memory, people: mergePeople(memory.people, people), notes };
    return rest;
  }

  const jobs = splitParts(moments, mostPictures).map(part => async () => {
    try {
      return await look(part);
    } catch (error) {
      // The others fail because they were stopped: the first failure counts.
      stop.abort(error);
      throw stop.signal.reason;
    }
  });
  const notes = await Array.fromAsync(runInOrder(jobs, inSequence ? 1 : visionConcurrency));
  return joinSeen(notes, memory.people, computeMaxAnalysisCharacters(moments.length));
}

const nothing: LookMemory = { people: [], places: '', notes: [] };

function showAlone({ frames, middle }: Moment): Frame {
  return frames.length > 1 ? { ...middle, detail: undefined } : middle;
}

/** Where size decides what a picture costs, less detail is a smaller picture. @throws CodedError as {@link FitPictures} */
async function scaleDown({ fitting }: Looking, request: VisionRequest): Promise<readonly Frame[]> {
  if (!fitting) return request.frames;
  const sides = Map.groupBy(request.frames, ({ detail }) =>
    detail === 'low' ? Math.min(lowSidePixels, fitting.maxSidePixels) : fitting.maxSidePixels,
  );
  const groups = [...sides].map(async ([side, frames]) => {
    const jpegs = frames.map(({ jpeg }) => jpeg);
    const fitted = await fitting.fitPictures(jpegs, side, request);
    return frames.map((frame, at) => ({ ...frame, jpeg: fitted[at]?.jpeg ?? frame.jpeg }));
  });
  return (await Promise.all(groups)).flat().sort((one, other) => one.seconds - other.seconds);
}

type Span = Pick<LookPart, 'start' | 'end'>;

/** A moment is never split. */
function splitParts(moments: readonly Moment[], mostPictures: number): Span[] {
  const parts: Span[] = [];
  let room = 0;
  for (const [at, { frames }] of moments.entries()) {
    const last = room >= frames.length ? parts.pop() : undefined;
    room = (last ? room : mostPictures) - frames.length;
    parts.push({ start: last?.start ?? at, end: at + 1 });
  }
  return parts;
}

const { keyRejected, keyNotAllowed, keyOfAnother, countryNotServed, modelNotInPlan } = engineMessages;
const { outOfCredit, dailyLimit, dailyLimitFor } = engineMessages;
/** Until something changes at the provider, another request would fail as well. */
const refused = [keyRejected, keyNotAllowed, keyOfAnother, countryNotServed, modelNotInPlan];
const spent = [outOfCredit, dailyLimit, dailyLimitFor];

/** People and places, by a quick look at some small pictures; as far as that works. */
async function scout(looking: Looking, request: VisionRequest, mostPictures: number): Promise<LookMemory> {
  const { signal } = request;
  let memory = nothing;
  try {
    const some = listMoments(request.frames).filter((_, at) => at % scoutedOneIn === 1);
    const small = some.map(({ middle }) => ({ ...middle, detail: 'low' as const }));
    const frames = await scaleDown(looking, { ...request, frames: small });
    for (let start = 0; start < frames.length; start += mostPictures) {
      requireNotCancelled(signal);
      const prompt = composeScoutPrompt(request, frames.slice(start, start + mostPictures), memory);
      const { people, rest } = splitPeople(await looking.ask(prompt, request));
      const places = mergeRows(memory.places, rest);
      memory = { ...memory, people: mergePeople(memory.people, people), places };
    }
  } catch (error) {
    const mapped = looking.mapError(error, signal);
    if (signal.aborted || says(mapped, ...refused, ...spent)) throw mapped;
  }
  return memory;
}

/** Each once, without the heading. */
function mergeRows(known: string, found: string): string {
  const rows = `${known}\n${found}`.split('\n').map(row => row.trim());
  return [...new Set(rows)].filter(row => !/^(?:\P{L}*Places\P{L}*)?$/u.test(row)).join('\n');
}

/** Notes on all parts, and one list of people. If they are too long together, each part loses as many of its last sentences. */
export function joinSeen(
  notes: readonly string[],
  people: LookMemory['people'],
  maxCharacters: number,
): string {
  const rows = printPeople(people);
  const block = rows === '' ? [] : [`People:\n${rows}`];
  const texts = notes.filter(text => text !== '');
  const left = maxCharacters - block.join('').length - 2;
  return [...(texts.length > 0 ? [joinNotes(texts, left)] : []), ...block].join('\n\n');
}
