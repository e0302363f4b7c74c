import type { LanguageName } from '#shared/languages.ts';
import { composePrompt } from '#shared/prompt.ts';
import { makePerson } from '../support/account-client.ts';
import { makeContactForm, postContactForm } from '../support/contact-form.ts';
import { wantsProgress } from '../support/requests.ts';
import { sentences } from '../support/sentences.ts';
import type { Visitor } from './visitor.ts';

/** What people come for, each from the first request to the last. */
export type Visit = (visitor: Visitor) => Promise<void>;

const languages: readonly LanguageName[] = ['English', 'German', 'Japanese', 'Arabic', 'Thai'];
const wishes = [
  'Tell it as a calm evening story.',
  'Like a nature film.',
  'For children, with a little joke.',
];
const filmSeconds = 32;
/** A provider's fault in the middle of the sound cuts the connection. */
const spoken = [200, 0];

/** Its voice is the offline engine's or the provider's, as it falls. */
function makeSpeechBody(visitor: Visitor, script: string, language: LanguageName) {
  const provider = visitor.random() < 0.4 ? { provider: 'offline' } : {};
  return { script, language, voice: visitor.random.choose(['nova', 'fable', 'onyx']), ...provider };
}

async function writeAndSpeak(visitor: Visitor, body: Record<string, unknown>): Promise<void> {
  const language = visitor.random.choose(languages);
  const prompt = visitor.random.choose(wishes);
  const { analysis, durationSeconds = filmSeconds } = body;
  const asked = { analysis, prompt, language, durationSeconds };
  const written = await visitor.take('script', visitor.client.post('/api/free/script', asked), 200);
  if (!written.isGood) return;
  const speech = makeSpeechBody(visitor, written.body.script, language);
  await visitor.take('speech', visitor.client.post('/api/free/speech', speech), ...spoken);
}

/** The page has taken pictures out of the video. */
async function narratePictures(visitor: Visitor): Promise<void> {
  const form = new FormData();
  form.set('prompt', visitor.random.choose(wishes));
  form.set('durationSeconds', String(filmSeconds));
  for (const [index, picture] of visitor.material.pictures.entries()) {
    form.append('seconds', String(4 + index * 7));
    form.append('frames', new Blob([picture], { type: 'image/jpeg' }), `${index}.jpg`);
  }
  const headers = visitor.random() < 0.5 ? wantsProgress : {};
  const asked = visitor.client.postForm('/api/free/analysis', form, headers);
  const looked = await visitor.take('analysis of pictures', asked, 200);
  if (looked.isGood) await writeAndSpeak(visitor, looked.body);
}

/** The browser could not decode it. */
async function narrateVideo(visitor: Visitor): Promise<void> {
  const form = new FormData();
  form.set('prompt', visitor.random.choose(wishes));
  form.set('video', new Blob([visitor.random.choose(visitor.material.videos)]), 'holiday.mp4');
  const asked = visitor.client.postForm('/api/free/analysis', form, wantsProgress);
  const looked = await visitor.take('analysis of a video', asked, 200);
  if (looked.isGood) await writeAndSpeak(visitor, looked.body);
}

async function bringGarbage(visitor: Visitor): Promise<void> {
  const form = new FormData();
  form.set('prompt', visitor.random.choose(wishes));
  form.set('video', new Blob([visitor.random.choose(visitor.material.garbage)]), 'holiday.mp4');
  const asked = visitor.client.postForm('/api/free/analysis', form);
  // Some of what is scratched can still be seen.
  await visitor.take('analysis of garbage', asked, 200, 422);
}

/** Registers, narrates with times, has it fitted and spoken, and goes for good, so that nothing of it is kept. */
async function haveAnAccount(visitor: Visitor): Promise<void> {
  const { client, take } = visitor;
  const person = makePerson();
  if (!(await take('sign-up', client.signUp(person), 200)).isGood) return;
  const form = new FormData();
  form.set('video', new Blob([visitor.random.choose(visitor.material.videos)]), 'holiday.mp4');
  form.set('prompt', composePrompt({ wish: visitor.random.choose(wishes), language: 'English' }));
  if (visitor.random() < 0.5) form.set('timing', 'cues');
  const written = await take('create_script', client.postForm('/create_script', form, wantsProgress), 200);
  const script = written.isGood ? written.body.script : sentences.English.join(' ');
  if (!script.startsWith('[')) {
    const speech = new FormData();
    for (const [name, value] of Object.entries(makeSpeechBody(visitor, script, 'English')))
      speech.set(name, value);
    await take('convert_to_voice', client.postForm('/convert_to_voice', speech), ...spoken);
  }
  await take('costs', client.get('/api/account/costs'), 200);
  await take('sign-out', client.signOut(), 200);
  await take('sign-in', client.signIn(person), 200);
  const me = await take('me', client.get('/api/me'), 200);
  if (!me.isGood) return;
  const deletion = { uid: me.body.uid, password: person.password };
  await take('deletion', client.post('/api/account/deletion', deletion), 204);
}

async function fit(visitor: Visitor): Promise<void> {
  const [one, two, three] = sentences.English;
  const body = {
    script: `[0:01] ${one}\n[0:08] ${two}\n[0:15] ${three}`,
    durationSeconds: 24,
    voice: 'nova',
    language: 'English',
    ...(visitor.random() < 0.5 ? { provider: 'offline' } : {}),
  };
  await visitor.take('fit', visitor.client.post('/api/free/fit', body), ...spoken);
}

async function rewrite(visitor: Visitor): Promise<void> {
  const body = { script: sentences.English.join(' '), change: 'shorten', durationSeconds: 6 };
  await visitor.take('rewrite', visitor.client.post('/api/free/rewrite', body), 200);
}

async function guess(visitor: Visitor): Promise<void> {
  const { client, take } = visitor;
  const nobody = { email: 'nobody@example.org', password: 'not their pass phrase' };
  // Many guess at the same account.
  await take('sign-in of nobody', client.signIn(nobody), 401, 429);
  await take('reset', client.post('/api/auth/request-password-reset', { email: nobody.email }), 200, 429);
}

async function write(visitor: Visitor): Promise<void> {
  const { address } = visitor;
  await visitor.take('contact form', postContactForm(visitor.url, makeContactForm(), { address }), 200);
  const feedback = { message: 'The voices are very good.', rating: 5 };
  await visitor.take('feedback', visitor.client.post('/api/feedback', feedback), 201);
}

async function look(visitor: Visitor): Promise<void> {
  const { client, take } = visitor;
  const page = await client.get('/', { 'sec-fetch-mode': 'navigate', accept: 'text/html' });
  const text = await page.clone().text();
  await take('page', Promise.resolve(page), 200);
  for (const [asset] of text.matchAll(/\/assets\/[\w.-]+/gu)) await take('asset', client.get(asset), 200);
  await take('config', client.get('/api/config'), 200);
  await take('voices', client.get('/api/voices'), 200);
  await take('session', client.get('/api/auth/get-session'), 200);
  const sample = `/api/voices/${visitor.random.choose(['nova', 'onyx', 'fable'])}/sample.mp3`;
  await take('voice sample', client.get(`${sample}?language=${visitor.random.choose(languages)}`), 200);
  await take('nothing there', client.get('/.env'), 404);
}

/** Each with how often it is made among all others. */
export const usualVisits: readonly (readonly [weight: number, visit: Visit])[] = [
  [6, narratePictures],
  [3, narrateVideo],
  [2, bringGarbage],
  [3, haveAnAccount],
  [2, fit],
  [2, rewrite],
  [1, guess],
  [1, write],
  [4, look],
];
