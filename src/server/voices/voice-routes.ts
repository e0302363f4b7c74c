import { Readable } from 'node:stream';
import { z } from 'zod';
import type { SpeechEngine } from '#engines/ports.ts';
import { type AskedVoice, anyVoiceField } from '#shared/api/fields.ts';
import {
  type EngineOfVoices,
  ownVoicesAnswerSchema,
  type VoicesAnswer,
  voiceSampleQuerySchema,
  voicesAnswerSchema,
} from '#shared/api/voices.ts';
import { refuse } from '#shared/errors.ts';
import { type Language, languages } from '#shared/languages.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import type { Plan } from '#shared/plans.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { standardVoices, type Voice } from '#shared/voices.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { EngineRoles } from '../choose-engines.ts';
import { askRoles, type Candidate, type SpeechRole } from '../engine-roles/role.ts';
import { openToAll } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { listOwnVoices, requireListed } from './own-voices.ts';
import { type VoiceSample, VoiceSamples } from './voice-samples.ts';

interface VoiceParts {
  readonly accounts: Pick<Accounts, 'findSpeaker' | 'mayUseAllVoices'>;
  readonly engines: EngineRoles;
  readonly voiceSamples: VoiceSamples;
}

export function addVoiceRoutes(routes: Routes, { accounts, engines, voiceSamples }: VoiceParts): void {
  routes.add({
    method: 'GET',
    url: '/api/voices',
    schema: { summary: 'The voices', response: { 200: voicesAnswerSchema } },
    guards: openToAll,
    handler: async () => {
      await askRoles([engines.speech.standard, engines.speech.premium]);
      return describeVoices(engines);
    },
  });

  routes.add({
    method: 'GET',
    url: '/api/voices/own',
    schema: { summary: "The providers' own voices", response: { 200: ownVoicesAnswerSchema } },
    guards: { ...openToAll, atOnce: 'voice' },
    handler: async request => listOwnVoices(engines, request.work, await accounts.mayUseAllVoices(request)),
  });

  routes.add({
    method: 'GET',
    url: '/api/voices/:name/sample.mp3',
    config: { statuses: [200, 304] },
    schema: {
      summary: 'A sample of a voice in a language',
      produces: ['audio/mpeg'],
      params: z.object({ name: z.string() }),
      querystring: voiceSampleQuerySchema,
    },
    // Only newly generated samples count, which is known later.
    guards: { ...openToAll, limit: { askedBy: VoiceSamples.prototype.get }, atOnce: 'voice' },
    async handler(request, reply) {
      const voice = requireVoice(request.params.name);
      const { language } = request.query;
      if (typeof voice !== 'string' && !(await accounts.mayUseAllVoices(request)))
        await requireListed(engines, [voice], request.work);
      // A HEAD request must not cause costs.
      const sample =
        request.method === 'HEAD'
          ? await voiceSamples.find(voice, language, request.work)
          : await voiceSamples.get(voice, language, {
              address: requireVisitor(request),
              isVisitor: !(await accounts.findSpeaker(request))?.emailVerified,
              signal: request.work,
            });
      return answerWithSample(request, reply, sample);
    },
  });
}

/** @throws CodedError `not_found` */
function requireVoice(name: string): AskedVoice {
  const voice = anyVoiceField.safeParse(name);
  if (!voice.success) throw refuse('not_found', narrationErrors.noSuchVoice);
  return voice.data;
}

const mediaType = 'audio/mpeg';

/**
 * No `Range` support: the page fetches a sample whole and plays it from memory. It would be needed for an
 * `<audio>` element with the URL, which Safari loads in ranges only.
 */
function answerWithSample(request: Request, reply: Reply, sample: VoiceSample | undefined): Reply {
  // Cached by browsers, but revalidated in case the engine changes.
  reply.header('cache-control', 'no-cache');
  // Its length is unknown until it is generated, so none is sent.
  if (!sample) return reply.type(mediaType).send(Readable.from([]));
  const { sound, etag } = sample;
  reply.header('etag', etag);
  if (!isListed(etag, request.headers['if-none-match'])) return reply.type(mediaType).send(sound);
  // Fastify computes a HEAD's Content-Length from the body, so it must be the whole.
  return reply.code(304).send(request.method === 'HEAD' ? sound : undefined);
}

/** Whether a list of entity tags, or `*`, contains this one. Weak tags match, too (RFC 9110, `If-None-Match`). */
function isListed(etag: string, list = ''): boolean {
  return list.trim() === '*' || [...list.matchAll(/"[^"]*"/gu)].some(([tag]) => tag === etag);
}

function describeVoices({ speech }: Pick<EngineRoles, 'speech'>): VoicesAnswer {
  const [standard, ...otherStandard] = describeSpeakers(speech.standard, 'standard');
  const [premium, ...otherPremium] = describeSpeakers(speech.premium, 'premium');
  return {
    engines: { standard, premium },
    others: { standard: otherStandard, premium: otherPremium },
    voices: voiceCatalogue.map(({ name, plan, tags }) => ({
      name,
      plan,
      description: tags.join(' '),
      audioSrc: `/api/voices/${encodeURIComponent(name.toWellFormed())}/sample.mp3`,
    })),
  };
}

function describeSpeakers(role: SpeechRole, plan: Plan): [EngineOfVoices, ...EngineOfVoices[]] {
  const [first, ...others] = role.listAble();
  const describeOther = (candidate: Candidate<SpeechEngine>): EngineOfVoices => ({
    ...describeEngine(candidate, plan),
    ...(!role.isSelectable(candidate) && { isReserved: true }),
  });
  return [describeEngine(first, plan), ...others.map(describeOther)];
}

function describeEngine({ id, engine }: Candidate<SpeechEngine>, plan: Plan): EngineOfVoices {
  const borrowedVoices = languages.flatMap(language => {
    const support = engine.getLanguageSupport(language);
    return support.kind === 'borrowed' ? [{ language: language.name, spokenAs: support.from }] : [];
  });
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind === 'spoken');
  const { provider, hasPremiumVoices } = engine;
  const { name, isOffline, isLocal } = provider;
  return {
    id,
    name,
    isOffline,
    ...(isLocal && { isLocal }),
    hasPremiumVoices,
    ...countVoices(engine, plan),
    ownVoices: listSpeakers(engine, listVoices(plan)),
    languages: spoken.map(language => language.name),
    ...(engine.manners && { manners: [...engine.manners] }),
    ...(engine.takesIpa && { takesIpa: true }),
    borrowedVoices,
  };
}

/** How many distinct voices an engine has for a plan, and how many of them are only in that plan. */
function countVoices(engine: SpeechEngine, plan: Plan) {
  const speakers = new Set(listVoices(plan).map(voice => engine.getSpeaker(voice)));
  if (plan === 'standard') return { differentVoices: speakers.size, unsharedVoices: speakers.size };
  const free = new Set(standardVoices.map(voice => engine.getSpeaker(voice)));
  return {
    differentVoices: speakers.size,
    unsharedVoices: [...speakers].filter(speaker => !free.has(speaker)).length,
  };
}

function listVoices(plan: Plan): Voice[] {
  return voiceCatalogue.filter(voice => voice.plan === plan).map(({ name }) => name);
}

/** The engine's own voices behind some of ours, by language; those with the same name are left out. Empty for the offline engine. */
export function listSpeakers(engine: SpeechEngine, voices: readonly Voice[]): EngineOfVoices['ownVoices'] {
  if (engine.provider.isOffline) return [];
  return groupByVoices(engine).flatMap(group => {
    const [first] = group;
    const names = voices.flatMap(voice => {
      const name = first && engine.getSpeaker(voice, first);
      return name === undefined || name === voice ? [] : [[voice, name]];
    });
    if (names.length === 0) return [];
    return [{ languages: group.map(({ name }) => name), names: Object.fromEntries(names) }];
  });
}

/** Languages that share the voices behind the five standard ones share all: this is how engines choose. */
function groupByVoices(engine: SpeechEngine): Language[][] {
  const spoken = languages.filter(language => engine.getLanguageSupport(language).kind !== 'unlisted');
  const groups = Map.groupBy(spoken, language =>
    JSON.stringify(standardVoices.map(voice => engine.getSpeaker(voice, language))),
  );
  return [...groups.values()];
}
