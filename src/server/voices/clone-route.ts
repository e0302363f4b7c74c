import type { VoiceSampleFile } from '#engines/ports.ts';
import { cloneFieldsSchema, type ListedOwnVoice, ownVoiceSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import { maxVoiceSampleBytes, maxVoiceSamples } from '#shared/limits.ts';
import { cloneMessages as messages } from '#shared/messages/clone-voice.ts';
import { type FilledMessage, fill, t } from '#shared/messages/message.ts';
import { toVoiceId } from '#shared/voices.ts';
import { type EngineRoles, findVoicePlan } from '../choose-engines.ts';
import { type Limit, limitTries } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { describeForm, parseFields } from '../http/form-route.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import { type FormShape, type ReceivedForm, takeOnce } from '../uploads/receive-form.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { findSoundKind } from './sound-kind.ts';

interface CloneParts {
  readonly engines: Pick<EngineRoles, 'speech'>;
  readonly uploads: Uploads;
  readonly recentTries: RecentTries;
}

/** The recordings stay in memory, and are gone with the request. */
const shape: FormShape = {
  texts: takeOnce(cloneFieldsSchema.shape),
  files: { sample: { most: maxVoiceSamples, maxBytes: maxVoiceSampleBytes, isReadWhole: true } },
  heldBytes: maxVoiceSampleBytes,
};

/** A provider's account holds few voices: from ten on, depending on its plan. */
const clonesPerAddress = { most: 10, windowSeconds: 24 * 3600 };

/** `POST /api/voices/clone`: adds a voice to the provider's account, with the person's consent. Nothing of it is kept here. */
export function addCloneRoute(routes: Routes, parts: CloneParts): void {
  const { uploads, recentTries } = parts;
  const { schema, ...about } = describeForm('Clones a voice, with consent', cloneFieldsSchema.shape, {
    sample: 'A recording of the voice, up to five times',
  });
  const limitClones = limitTries(recentTries, 'clone from', clonesPerAddress);
  const limit: Limit = (request, rest) => uploads.limit(request, () => limitClones(request, rest));
  routes.add({
    method: 'POST',
    url: '/api/voices/clone',
    schema: { ...schema, response: { 200: ownVoiceSchema } },
    ...about,
    guards: {
      limit,
      signIn: 'required',
      plan: async (request, plan) => {
        if (plan !== 'premium') throw new CodedError('forbidden', { message: fill(messages.premiumOnly) });
        await uploads.requireAcceptable(request, shape);
      },
      quota: 'none',
      receive: request => uploads.receive(request, shape),
    },
    handler: (request, _reply, { form }) => cloneFrom(parts.engines, request, form),
  });
}

async function cloneFrom(
  engines: CloneParts['engines'],
  request: Request,
  form: ReceivedForm,
): Promise<ListedOwnVoice> {
  const { provider, name, consent } = parseFields(cloneFieldsSchema, form.texts);
  const engine = engines.speech.premium.candidates.find(({ id }) => id === provider)?.engine;
  if (!engine?.cloneVoice) throw refuse(fill(messages.notCloned));
  if (consent !== t(messages.consent, { provider: engine.provider.name }))
    throw refuse(fill(messages.noConsent));
  const samples = await readSamples(form);
  const { tags, languages, ...voice } = await engine.cloneVoice({ name, samples, signal: request.work });
  request.log.info({ provider, samples: samples.length }, 'a voice was cloned with consent');
  const own = { provider, id: voice.id };
  return {
    ...voice,
    voice: toVoiceId(own),
    provider,
    plan: findVoicePlan(engines, own),
    tags: [...tags],
    languages: [...languages],
  };
}

async function readSamples(form: ReceivedForm): Promise<VoiceSampleFile[]> {
  const files = form.getFiles('sample');
  if (files.length === 0) throw refuse(fill(messages.noSamples));
  return Promise.all(
    files.map(async (file, index) => {
      const bytes = await file.read();
      const kind = findSoundKind(bytes);
      if (!kind) throw refuse(fill(messages.notSound, { number: index + 1 }));
      return { name: `sample-${index + 1}.${kind.extension}`, mediaType: kind.mediaType, bytes };
    }),
  );
}

function refuse(message: FilledMessage): CodedError {
  return new CodedError('bad_request', { message });
}
