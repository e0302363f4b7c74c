import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { composePrompt } from '#shared/prompt.ts';
import { type AccountClient, createAccountClient, makePerson, type Person } from './account-client.ts';
import { makeContactForm, postContactForm } from './contact-form.ts';
import { formType, makeRawForm } from './raw-form.ts';
import { makeHead } from './raw-request.ts';
import { makeAnalysisForm, makeVideoForm, postJson } from './requests.ts';

const video = new Uint8Array(readFileSync(new URL('../media/turned-phone.mp4', import.meta.url)));
const laneCount = 4;

/** A script call of a person under a key. */
export interface ScriptOrder {
  readonly prompt: string;
  readonly key: string;
  readonly address: string;
}

/** Work that a server acknowledged, which must survive. */
export interface Acknowledged {
  readonly people: Person[];
  /** Signed-in clients with their cookies. */
  readonly sessions: AccountClient[];
  /** By the contact form. */
  readonly messages: string[];
  readonly feedback: string[];
  /** Prompts of visitors' and accounts' scripts. */
  readonly prompts: string[];
  /** Finished scripts, which must not be written again. */
  readonly orders: ScriptOrder[];
  /** Used narrations by network address. */
  readonly used: Map<string, number>;
  /** Statuses that no call should have. */
  readonly odd: string[];
}

/** Clients that use a server continuously, and a record of what it acknowledged. */
export class Witness {
  readonly acknowledged: Acknowledged = {
    people: [],
    sessions: [],
    messages: [],
    feedback: [],
    prompts: [],
    orders: [],
    used: new Map(),
    odd: [],
  };
  readonly #random: () => number;
  #count = 0;
  #addresses = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The number of acknowledged calls so far. */
  get count(): number {
    return this.#count;
  }

  /** Uses a server until the returned function is called. */
  use(url: string): () => Promise<void> {
    let isOver = false;
    const stalled = beginUpload(url);
    const lanes = Array.from({ length: laneCount }, async () => {
      while (!isOver) await this.#act(url);
    });
    return async () => {
      isOver = true;
      await Promise.all(lanes);
      stalled.destroy();
    };
  }

  async #act(url: string): Promise<void> {
    const acts = [
      this.#register,
      this.#signIn,
      this.#write,
      this.#rate,
      this.#narrate,
      this.#narrate,
      this.#look,
      this.#upload,
    ];
    const act = acts[Math.floor(this.#random() * acts.length)] ?? this.#write;
    try {
      await act.call(this, url);
    } catch (error) {
      // The server is gone, nothing was acknowledged. `fetch` throws a TypeError, also for a body that breaks off.
      if (!(error instanceof TypeError)) throw error;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }

  async #register(url: string): Promise<void> {
    const person = makePerson();
    const answer = await createAccountClient(url, this.#comeFrom()).signUp(person);
    if (!(await this.#isDone(answer, 200))) return;
    this.acknowledged.people.push(person);
  }

  async #signIn(url: string): Promise<void> {
    const { people } = this.acknowledged;
    // Another one each time: a kill during a sign-in counts as an attempt.
    const person = people[Math.floor(this.#random() * people.length)];
    if (!person) return this.#register(url);
    const client = createAccountClient(url, this.#comeFrom());
    if (await this.#isDone(await client.signIn(person), 200)) this.acknowledged.sessions.push(client);
  }

  async #write(url: string): Promise<void> {
    const message = makeWords('Message');
    if (await this.#isDone(await postContactForm(url, makeContactForm({ message })), 200))
      this.acknowledged.messages.push(message);
  }

  async #rate(url: string): Promise<void> {
    const message = makeWords('Feedback');
    const headers = { 'x-forwarded-for': this.#comeFrom() };
    if (await this.#isDone(await postJson(`${url}/api/feedback`, { message }, { headers }), 201))
      this.acknowledged.feedback.push(message);
  }

  async #narrate(url: string): Promise<void> {
    const order = { prompt: makeWords('Prompt'), key: randomUUID(), address: this.#comeFrom() };
    if (!(await this.#isDone(await postScript(url, order), 200))) return;
    this.acknowledged.prompts.push(order.prompt);
    this.acknowledged.orders.push(order);
  }

  async #look(url: string): Promise<void> {
    const address = this.#comeFrom();
    const answer = await fetch(`${url}/api/free/analysis`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: await makeAnalysisForm(),
    });
    if (await this.#isDone(answer, 200)) this.acknowledged.used.set(address, 1);
  }

  async #upload(url: string): Promise<void> {
    const session = this.acknowledged.sessions.at(-1);
    if (!session) return this.#signIn(url);
    const prompt = makeWords('Prompt');
    const form = makeVideoForm(video);
    form.set('prompt', composePrompt({ prompt, language: 'English' }));
    const headers = { 'x-forwarded-for': this.#comeFrom() };
    // A client is bound to a server's address, and every server has another port.
    const cookie = [...session.cookies].map(pair => pair.join('=')).join('; ');
    const answer = await fetch(`${url}/create_script`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: form,
    });
    if (await this.#isDone(answer, 200)) this.acknowledged.prompts.push(prompt);
  }

  /** Acknowledged means answered to the last byte. */
  async #isDone(answer: Response, status: number): Promise<boolean> {
    const text = await answer.text();
    const isDone = answer.status === status;
    if (isDone) this.#count += 1;
    else this.acknowledged.odd.push(`${answer.status} ${text}`);
    return isDone;
  }

  /** Every call has a new address, so that no rate limit applies. */
  #comeFrom(): string {
    this.#addresses += 1;
    return `2001:db8:${(this.#addresses & 0xffff).toString(16)}::1`;
  }
}

export function postScript(url: string, { prompt, key, address }: ScriptOrder): Promise<Response> {
  const body = { analysis: 'A dog runs.', prompt, language: 'English', durationSeconds: 10 };
  return postJson(`${url}/api/free/script`, body, {
    headers: { 'idempotency-key': key, 'x-forwarded-for': address },
  });
}

/** Unique words without personal data. */
function makeWords(first: string): string {
  const letters = randomUUID();
  return `${first} ${letters.replace(/[0-9-]/gu, digit => 'ghijklmnopq'['0123456789-'.indexOf(digit)] ?? '')}`;
}

/** An upload that never ends. */
function beginUpload(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  const head = { 'content-type': formType, 'content-length': 10_000_000, 'x-forwarded-for': '192.0.2.77' };
  socket.write(makeHead('/api/free/analysis', head));
  socket.write(makeRawForm([{ name: 'video', filename: 'a.mp4', content: Buffer.alloc(100_000) }], ''));
  return socket;
}
