import type { VoiceSampleFile } from '#engines/ports.ts';
import { cloneFieldsSchema, type ListedOwnVoice, ownVoiceSchema } from '#shared/api/voices.ts';
import { CodedError } from '#shared/errors.ts';
import { maxVoiceSampleBytes, maxVoiceSamples } from '#shared/limits.ts';
import { cloneMessages as messages } from '#shared/messages/clone-voice.ts';
import { type FilledMessage, fill, t } from '#shared/messages/message.ts';
import { toVoiceId } from '#shared/voices.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { type EngineRoles, findVoicePlan, listVoiceOwners } from '../choose-engines.ts';
import type { Account } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Request } from '../http/app-types.ts';
import { describeForm, parseFields } from '../http/form-route.ts';
import { type RecentTries, takeTry } from '../limits/recent-tries.ts';
import { type FormShape, type ReceivedForm, takeOnce } from '../uploads/receive-form.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { findSoundKind } from './sound-kind.ts';

interface CloneParts {
  readonly accounts: Pick<Accounts, 'mayUseAllVoices'>;
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

/** Of an account. The provider's holds few voices: from ten on, depending on its plan. */
const clonesPerDay = { most: 10, windowSeconds: 24 * 3600 };

/** `POST /api/voices/clone`: adds a voice to the provider's account, with the person's consent. Nothing of it is kept here. */
export function addCloneRoute(routes: Routes, parts: CloneParts): void {
  const { accounts, uploads } = parts;
  const { schema, ...about } = describeForm('Clones a voice, with consent', cloneFieldsSchema.shape, {
    sample: 'A recording of the voice, up to five times',
  });
  routes.add({
    method: 'POST',
    url: '/api/voices/clone',
    schema: { ...schema, response: { 200: ownVoiceSchema } },
    ...about,
    guards: {
      limit: uploads.limit,
      signIn: 'required',
      plan: async (request, plan) => {
        if (plan !== 'premium') throw new CodedError('forbidden', { message: fill(messages.premiumOnly) });
        if (!(await accounts.mayUseAllVoices(request))) throw new CodedError('forbidden');
        await uploads.requireAcceptable(request, shape);
      },
      quota: 'none',
      atOnce: 'voice',
      receive: request => uploads.receive(request, shape),
    },
    handler: (request, _reply, admitted) => cloneFrom(parts, request, admitted),
  });
}

async function cloneFrom(
  { engines, recentTries }: CloneParts,
  request: Request,
  { account, form }: { readonly account: Account; readonly form: ReceivedForm },
): Promise<ListedOwnVoice> {
  const { provider, name, consent } = parseFields(cloneFieldsSchema, form.texts);
  const engine = listVoiceOwners(engines.speech.premium).find(({ id }) => id === provider)?.engine;
  if (!engine?.cloneVoice) throw refuse(fill(messages.notCloned));
  if (consent !== t(messages.consent, { provider: engine.provider.name }))
    throw refuse(fill(messages.noConsent));
  const samples = await readSamples(form);
  await takeTry(recentTries, ['clone by', account.uid], clonesPerDay);
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
