import { composePrompt } from '#shared/prompt.ts';
import { makePerson } from '../support/account-client.ts';
import { makeContactForm, postContactForm } from '../support/contact-form.ts';
import { wantsProgress } from '../support/requests.ts';
import { sentences } from '../support/sentences.ts';
import type { Visitor } from './visitor.ts';

/** A kind of visit, from the first request to the last. */
export type Visit = (visitor: Visitor) => Promise<void>;

const languages = ['English', 'German', 'Japanese', 'Arabic', 'Thai'] as const;
const prompt = 'Tell it as a calm evening story.';
/** A provider's fault during the sound closes the connection. */
const spoken = [200, 0];

/** Spoken offline or by the provider. */
const chooseVoice = ({ random }: Visitor) => ({
  voice: random.choose(['nova', 'fable', 'onyx']),
  ...(random() < 0.4 ? { provider: 'offline' } : {}),
});

function makeForm(fields: Readonly<Record<string, string | Blob | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

const chooseVideo = ({ random, material }: Visitor) => new File([random.choose(material.videos)], 'a.mp4');

async function writeAndSpeak(visitor: Visitor, looked: { analysis: string } | undefined): Promise<void> {
  if (!looked) return;
  const language = visitor.random.choose(languages);
  const asked = { durationSeconds: 32, ...looked, prompt, language };
  const written = await visitor.take('script', visitor.client.post('/api/free/script', asked), 200);
  if (!written) return;
  const speech = { script: written.script, language, ...chooseVoice(visitor) };
  await visitor.take('speech', visitor.client.post('/api/free/speech', speech), ...spoken);
}

async function narratePictures(visitor: Visitor): Promise<void> {
  const form = makeForm({ prompt, durationSeconds: '32' });
  for (const [index, picture] of visitor.material.pictures.entries()) {
    form.append('seconds', String(4 + index * 7));
    form.append('frames', new Blob([picture], { type: 'image/jpeg' }), `${index}.jpg`);
  }
  const headers = visitor.random() < 0.5 ? wantsProgress : {};
  const asked = visitor.client.postForm('/api/free/analysis', form, headers);
  await writeAndSpeak(visitor, await visitor.take('analysis of pictures', asked, 200));
}

/** The path of browsers that cannot decode it. */
async function narrateVideo(visitor: Visitor): Promise<void> {
  const form = makeForm({ prompt, video: chooseVideo(visitor) });
  const asked = visitor.client.postForm('/api/free/analysis', form, wantsProgress);
  await writeAndSpeak(visitor, await visitor.take('analysis of a video', asked, 200));
}

async function bringGarbage(visitor: Visitor): Promise<void> {
  const video = new File([visitor.random.choose(visitor.material.garbage)], 'a.mp4');
  const asked = visitor.client.postForm('/api/free/analysis', makeForm({ prompt, video }));
  // Some damaged files can still be decoded.
  await visitor.take('analysis of garbage', asked, 200, 422);
}

/** Registers, narrates, and deletes the account, so that nothing of it is kept. */
async function useAccount(visitor: Visitor): Promise<void> {
  const { client, take, random } = visitor;
  const person = makePerson();
  if (!(await take('sign-up', client.signUp(person), 200))) return;
  const form = makeForm({
    video: chooseVideo(visitor),
    prompt: composePrompt({ prompt, language: 'English' }),
    timing: random() < 0.5 ? 'cues' : undefined,
  });
  const written = await take('create_script', client.postForm('/create_script', form, wantsProgress), 200);
  const script: string = written?.script ?? sentences.English.join(' ');
  if (!script.startsWith('[')) {
    const speech = makeForm({ script, language: 'English', ...chooseVoice(visitor) });
    await take('convert_to_voice', client.postForm('/convert_to_voice', speech), ...spoken);
  }
  await take('costs', client.get('/api/account/costs'), 200);
  await take('sign-out', client.signOut(), 200);
  await take('sign-in', client.signIn(person), 200);
  const me = await take('me', client.get('/api/me'), 200);
  const deletion = { uid: me?.uid, password: person.password };
  if (me) await take('deletion', client.post('/api/account/deletion', deletion), 204);
}

async function fitAndRewrite(visitor: Visitor): Promise<void> {
  const [one, two, three] = sentences.English;
  const script = `[0:01] ${one}\n[0:08] ${two}\n[0:15] ${three}`;
  const fit = { script, durationSeconds: 24, language: 'English', ...chooseVoice(visitor) };
  await visitor.take('fit', visitor.client.post('/api/free/fit', fit), ...spoken);
  const body = { script: sentences.English.join(' '), change: 'shorten', durationSeconds: 6 };
  await visitor.take('rewrite', visitor.client.post('/api/free/rewrite', body), 200);
}

async function guessAndWrite({ client, take, url, address }: Visitor): Promise<void> {
  const nobody = { email: 'nobody@example.org', password: 'not their pass phrase' };
  // Many guess at the same account.
  await take('sign-in of nobody', client.signIn(nobody), 401, 429);
  await take('reset', client.post('/api/auth/request-password-reset', { email: nobody.email }), 200, 429);
  await take('contact form', postContactForm(url, makeContactForm(), { address }), 200);
  const feedback = { message: 'The voices are very good.', rating: 5 };
  await take('feedback', client.post('/api/feedback', feedback), 201);
}

async function look({ client, take, random }: Visitor): Promise<void> {
  const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  await take('page', client.get('/', headers), 200);
  for (const path of ['/api/config', '/api/voices', '/api/auth/get-session'])
    await take(path, client.get(path), 200);
  const sample = `/api/voices/${random.choose(['nova', 'onyx', 'fable'])}/sample.mp3`;
  await take('voice sample', client.get(`${sample}?language=${random.choose(languages)}`), 200);
  await take('nothing there', client.get('/.env'), 404);
}

/** With the relative frequency of each. */
export const usualVisits = [
  [6, narratePictures],
  [3, narrateVideo],
  [2, bringGarbage],
  [3, useAccount],
  [3, fitAndRewrite],
  [2, guessAndWrite],
  [4, look],
] as const satisfies readonly (readonly [weight: number, visit: Visit])[];
