import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composePrompt } from '#shared/prompt.ts';
import { type AccountClient, createAccountClient, makePerson } from './account-client.ts';
import { listChildren } from './child-processes.ts';
import { makeMediaCorpus } from './media-corpus.ts';
import { mutateMedia } from './mutate-media.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from './openai-stand-in.ts';
import { createSeededRandom } from './seeded-random.ts';
import { type ServerProcess, startServerProcess } from './start-server.ts';

/** The results of mutated files. */
export interface MutationReport {
  /** How often each answer came: `200`, `422 invalid_video`. */
  readonly answers: ReadonlyMap<string, number>;
  /** The slowest one, in words. */
  readonly slowest: string;
  /** How many decoder processes ran; dead ones were replaced. */
  readonly decoders: number;
  /** Other answers, with the seed and the file to reproduce them. */
  readonly faults: readonly string[];
  /** Files still there a while after the last one. */
  readonly temporaryFiles: readonly string[];
  readonly serverIsAlive: boolean;
  /** Valid files that are refused afterwards, or give no pictures. */
  readonly refusedGoodFiles: readonly string[];
}

interface MutationOptions {
  readonly count: number;
  /** Of the first file; each later one has the next number. */
  readonly seed: number;
  /** A folder for files with unexpected answers. */
  readonly keepIn: string;
}

const atOnce = 3;
/**
 * A decoder has 25 processor seconds, and 120 by the clock, after another that may have as many: anything longer hangs.
 */
const longestMs = 270_000;
/** So many that no decoding budget is used up. */
const addressCount = 250;
const accountCount = 100;
const videoCodes = /^(invalid_video|no_picture|unsupported_codec|video_too_(long|large|demanding))$/u;

/** Sends mutated files to a server process, as browsers do that cannot decode them. */
export async function sendMutatedMedia({ count, seed, keepIn }: MutationOptions): Promise<MutationReport> {
  const corpus = await makeMediaCorpus();
  const provider = await startOpenAiStandIn();
  await using server = await startServerProcess({
    TRUST_PROXY: '127.0.0.1',
    OPENAI_API_KEY: 'a-key-of-the-stand-in',
    OPENAI_BASE_URL: provider.baseUrl,
  });
  const people = await signUpPeople(server, Math.min(accountCount, Math.ceil(count / 100)));
  const answers = new Map<string, number>();
  const decoders = new Set<number>();
  const faults: string[] = [];
  let slowest = { ms: 0, reported: 'none' };

  async function send(index: number): Promise<void> {
    const random = createSeededRandom(seed + index);
    const { bytes, recipe } = mutateMedia(corpus, random);
    const listens = recipe.includes('sound') && random() < 0.5;
    const visitor = createAccountClient(server.url, `10.7.0.${1 + (index % addressCount)}`);
    const ask = listens
      ? listenTo(bytes, people[index % people.length] as AccountClient)
      : lookAt(bytes, visitor);
    const startedAt = performance.now();
    const answer = await ask.catch(error => `broken ${error}`);
    const ms = performance.now() - startedAt;
    if (ms > slowest.ms)
      slowest = {
        ms,
        reported: `seed ${seed + index} (${recipe}): ${answer} after ${(ms / 1000).toFixed(1)} s`,
      };
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    if (isGood(answer) && ms < longestMs) return;
    mkdirSync(keepIn, { recursive: true });
    const file = join(keepIn, `${seed + index}.bin`);
    writeFileSync(file, bytes);
    faults.push(`seed ${seed + index} (${recipe}): ${answer} after ${Math.round(ms)} ms, kept as ${file}`);
  }

  let next = 0;
  const sender = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await send(index);
      if (index % 20 === 0) for (const pid of listChildren(server.process.pid)) decoders.add(pid);
      if (index % 500 === 499) provider.reset();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  const refusedGoodFiles = await lookAtGoodFiles(corpus, server, provider);
  const report = {
    answers,
    slowest: slowest.reported,
    decoders: decoders.size,
    faults,
    temporaryFiles: await waitForNoFiles(server),
    serverIsAlive: server.process.exitCode === null && server.process.signalCode === null,
    refusedGoodFiles,
  };
  await provider.close();
  return report;
}

function isGood(answer: string): boolean {
  const [status, code = ''] = answer.split(' ');
  return answer === '200' || (status === '422' && videoCodes.test(code));
}

async function lookAt(video: Uint8Array<ArrayBuffer>, visitor: AccountClient): Promise<string> {
  const form = new FormData();
  form.set('prompt', 'Tell it as a story');
  form.set('video', new Blob([video]), 'video.mp4');
  return describe(await visitor.postForm('/api/free/analysis', form));
}

/** An audio description needs the gaps of speech, so all of the sound is decoded. */
async function listenTo(video: Uint8Array<ArrayBuffer>, person: AccountClient): Promise<string> {
  const form = new FormData();
  form.set('video', new Blob([video]), 'video.mp4');
  form.set('prompt', composePrompt({ prompt: 'Tell it as a story', language: 'English' }));
  form.set('timing', 'cues');
  form.set('description', 'extended');
  const answer = await describe(await person.postForm('/create_script', form));
  // The stand-in's script has no times, which a description requires; the video was decoded by then.
  return answer === '502 provider_garbage' ? '200' : answer;
}

async function describe(response: Response): Promise<string> {
  const body = (await response.json()) as { error?: { code: string } };
  return response.ok ? String(response.status) : `${response.status} ${body.error?.code}`;
}

async function signUpPeople(server: ServerProcess, count: number): Promise<AccountClient[]> {
  const clients: AccountClient[] = [];
  for (let index = 0; index < count; index += 1) {
    const client = createAccountClient(server.url, `10.8.0.${1 + index}`);
    const answer = await client.signUp(makePerson());
    if (!answer.ok) throw new Error(`A registration ended with ${answer.status}.`);
    clients.push(client);
  }
  return clients;
}

async function lookAtGoodFiles(
  corpus: Awaited<ReturnType<typeof makeMediaCorpus>>,
  server: ServerProcess,
  provider: OpenAiStandIn,
): Promise<string[]> {
  const refused: string[] = [];
  for (const [index, { name, bytes }] of corpus.entries()) {
    provider.reset();
    const visitor = createAccountClient(server.url, `10.9.0.${1 + index}`);
    if ((await lookAt(bytes, visitor)) !== '200' || provider.requests.length !== 1) refused.push(name);
  }
  return refused;
}

async function waitForNoFiles(server: ServerProcess): Promise<string[]> {
  for (let tries = 0; tries < 50 && server.listTemporaryFiles().length > 0; tries += 1)
    await new Promise(resolve => setTimeout(resolve, 100));
  return server.listTemporaryFiles();
}
