import { z } from 'zod';
import { cueSchema } from '#shared/api/speech-line.ts';
import { descriptionKinds } from '#shared/description.ts';
import { defaultLanguageName, languageNames } from '#shared/languages.ts';
import {
  createLine,
  createNarration,
  createProject,
  getSoundKey,
  type Line,
  type Narration,
  toStyle,
} from '#shared/narration/project.ts';
import { isTimedScript, parseTimedScript } from '#shared/narration/timed-text.ts';
import { allVoices } from '#shared/voices.ts';
import { emptyForm, type Form } from '../store/editor-state.ts';
import type { KeptProject, KeptSound, KeptVideo } from './kept-project.ts';
import { keptVideoSchema, videoIdentitySchema } from './kept-schema.ts';

// What version 1 of the database kept: a take for each script of a video, with its sounds.

const languageField = z.enum(languageNames).optional().catch(undefined);

const lineSchema = z.object({
  text: z.string(),
  mp3: z.instanceof(Blob),
  seconds: z.number(),
  voice: z.enum(allVoices),
  language: languageField,
  provider: z.string().optional(),
  before: z.string().optional(),
  unspoken: z.string().optional(),
});

const soundSchema = z.object({
  audio: z.instanceof(Blob),
  cues: z.array(cueSchema).readonly().optional().catch(undefined),
  voice: z.enum(allVoices),
  language: languageField,
  speakerId: z.string().optional(),
});

const choicesSchema = z.object({
  script: z.string(),
  scriptLanguage: languageField,
  prompt: z.string(),
  language: z.enum(languageNames).catch(defaultLanguageName),
  voice: z.enum(allVoices).optional().catch(undefined),
  followsPicture: z.boolean().optional(),
  describes: z.enum(descriptionKinds).optional(),
});

const takeSchema = choicesSchema.extend({
  id: z.string(),
  owner: z.string(),
  videoId: z.string(),
  number: z.number(),
  sound: soundSchema.optional().catch(undefined),
  lines: z.array(lineSchema).optional().catch(undefined),
  lockedSeconds: z.array(z.number()).optional().catch(undefined),
  madeAtMs: z.number(),
});

const draftSchema = choicesSchema.extend({
  video: videoIdentitySchema.optional().catch(undefined),
  versionId: z.string().optional(),
});

type Take = z.infer<typeof takeSchema>;
type Draft = z.infer<typeof draftSchema>;

interface OldWork {
  readonly takes: readonly unknown[];
  /** By owner. */
  readonly videos: ReadonlyMap<string, unknown>;
  /** By owner. */
  readonly drafts: ReadonlyMap<string, unknown>;
}

interface ConvertedWork {
  readonly projects: readonly KeptProject[];
  readonly sounds: readonly KeptSound[];
  /** By project. */
  readonly videos: ReadonlyMap<string, KeptVideo>;
}

/** A project for each video of an owner, with its takes as narrations. What is damaged is left out. */
export function convertTakes(old: OldWork): ConvertedWork {
  const takes = old.takes.flatMap(value => takeSchema.safeParse(value).data ?? []);
  const drafts = new Map(
    [...old.drafts].flatMap(([owner, value]) => {
      const draft = draftSchema.safeParse(value).data;
      return draft ? [[owner, draft] as const] : [];
    }),
  );
  const projects = new Map<string, KeptProject>();
  const videos = new Map<string, KeptVideo>();
  const keep = (owner: string, videoId: string, videoTakes: readonly Take[], draft?: Draft) => {
    const project = toProject(owner, videoId, videoTakes, draft);
    projects.set(`${owner} ${videoId}`, project);
    const video = keptVideoSchema.safeParse(old.videos.get(owner)).data;
    if (video && toVideoId(video.identity) === videoId) videos.set(project.id, video);
  };
  for (const ofVideo of Map.groupBy(takes, ({ owner, videoId }) => `${owner} ${videoId}`).values()) {
    const [first] = ofVideo;
    if (first) keep(first.owner, first.videoId, ofVideo, findDraft(drafts, first));
  }
  for (const [owner, draft] of drafts) {
    const videoId = toVideoId(draft.video);
    if (!projects.has(`${owner} ${videoId}`)) keep(owner, videoId, [], draft);
  }
  return { projects: [...projects.values()], sounds: takes.flatMap(toSounds), videos };
}

function findDraft(drafts: ReadonlyMap<string, Draft>, { owner, videoId }: Take): Draft | undefined {
  const draft = drafts.get(owner);
  return draft && toVideoId(draft.video) === videoId ? draft : undefined;
}

function toProject(
  owner: string,
  videoId: string,
  takes: readonly Take[],
  draft: Draft | undefined,
): KeptProject {
  const inOrder = takes.toSorted((one, other) => one.number - other.number);
  const narrations = inOrder.map(take => ({ take, narration: toNarration(take, new Date(take.madeAtMs)) }));
  const shown = narrations.find(({ take }) => take.id === draft?.versionId && take.script === draft.script);
  const isNew = draft && draft.script.trim() !== '' && !takes.some(({ script }) => script === draft.script);
  const own = isNew ? toNarration(draft, new Date()) : undefined;
  const last = inOrder.at(-1);
  const usedAtMs = draft ? Date.now() : (last?.madeAtMs ?? 0);
  const created = createProject('', new Date(inOrder[0]?.madeAtMs ?? Date.now()));
  const project = {
    ...created,
    updatedAt: new Date(usedAtMs).toISOString(),
    ...(videoId !== noVideoId && { video: toVideo(videoId) }),
    narrations: [...narrations.map(({ narration }) => narration), ...(own ? [own] : [])],
  };
  const narrationId = (own ?? shown?.narration ?? narrations.at(-1)?.narration)?.id;
  return { id: project.id, owner, project, narrationId, form: toForm(draft ?? last), usedAtMs };
}

function toNarration(
  take: Draft & Partial<Pick<Take, 'sound' | 'lines' | 'lockedSeconds'>>,
  madeAt: Date,
): Narration {
  const { script, scriptLanguage, prompt, voice, sound, lines = [], describes } = take;
  const spoken = sound ?? lines[0];
  return createNarration(
    {
      style: toStyle(isTimedScript(script), isTimedScript(script) ? describes : undefined),
      prompt,
      language: sound?.language ?? lines[0]?.language ?? scriptLanguage,
      settings: { voice: spoken?.voice ?? voice, provider: sound?.speakerId ?? lines[0]?.provider },
      lines: toLines(take),
    },
    madeAt,
  );
}

function toLines({ script, lines = [], lockedSeconds = [] }: Parameters<typeof toNarration>[0]): Line[] {
  if (!isTimedScript(script))
    return script === '' ? [] : script.split('\n').map(text => createLine({ text, origin: 'edited' }));
  const befores = new Map(lines.map(({ text, before }) => [text, before]));
  return parseTimedScript(script).cues.map(({ startSeconds, text }) => {
    const before = befores.get(text);
    return createLine({
      startMs: Math.round(startSeconds * 1000),
      text,
      isLocked: lockedSeconds.includes(startSeconds),
      origin: 'edited',
      ...(before !== undefined && { before }),
    });
  });
}

function toSounds({ owner, script, sound, lines = [], madeAtMs: keptAtMs }: Take): KeptSound[] {
  const ofLines = lines.map(({ text, mp3, seconds, voice, language, provider, unspoken }): KeptSound => {
    const key = getSoundKey(text, { voice, language, provider });
    return { owner, key, mp3, seconds, unspoken, keptAtMs };
  });
  if (!sound || isTimedScript(script)) return ofLines;
  const { audio, cues, voice, language, speakerId } = sound;
  const key = getSoundKey(script, { voice, language, provider: speakerId });
  return [...ofLines, { owner, key, mp3: audio, seconds: undefined, cues, keptAtMs }];
}

function toForm(choices: Draft | undefined): Form {
  if (!choices) return emptyForm;
  const { prompt, language, voice, followsPicture = false, describes } = choices;
  const isLanguageChosen = language !== defaultLanguageName;
  return {
    ...emptyForm,
    prompt,
    language,
    isLanguageChosen,
    voice,
    style: toStyle(followsPicture, describes),
  };
}

/** Of scripts that were written without a video. */
const noVideoId = 'none';

function toVideoId(video: z.infer<typeof videoIdentitySchema> | undefined): string {
  return video ? JSON.stringify([video.name, video.sizeBytes, video.lastModifiedMs]) : noVideoId;
}

/** As far as it is known until the file is opened again. */
function toVideo(videoId: string) {
  const identity = z.tuple([z.string(), z.number(), z.number()]).safeParse(parseJson(videoId)).data;
  const [name = '', sizeBytes = 0] = identity ?? [];
  return { name, sizeBytes, durationMs: 0, width: 0, height: 0, fingerprint: '' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
