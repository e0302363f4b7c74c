import { type AccountClient, createAccountClient } from '../support/account-client.ts';
import type { OpenAiStandIn } from '../support/openai-stand-in.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import type { Answers } from './answers.ts';
import type { Material } from './material.ts';

/** What all visits share. */
export interface Surroundings {
  readonly url: string;
  readonly port: number;
  readonly provider: OpenAiStandIn;
  readonly answers: Answers;
  readonly material: Material;
  /** From 0 to 1, the same row of numbers for the same seed. */
  readonly random: SeededRandom;
}

/** One person with a browser at an address of their own, for one visit. */
export interface Visitor extends Surroundings {
  readonly address: string;
  readonly client: AccountClient;
  /** Aborted when the time for visits is over. */
  readonly signal: AbortSignal;
  /** Reads an answer to its end, and notes it. */
  take(kind: string, answer: Promise<Response>, ...expected: number[]): Promise<TakenAnswer>;
}

export interface TakenAnswer {
  readonly isGood: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: visits look into the body field by field.
  readonly body: any;
}

export function createVisitor(around: Surroundings, address: string, signal: AbortSignal): Visitor {
  return {
    ...around,
    address,
    signal,
    client: createAccountClient(around.url, address, signal),
    async take(kind, answer, ...expected) {
      try {
        const response = await answer;
        const body = parseBody(Buffer.from(await response.arrayBuffer()), response);
        const code: string | undefined = body?.error?.code ?? (response.ok ? undefined : body?.code);
        around.answers.note(kind, { status: response.status, code }, expected);
        return { isGood: response.ok && code === undefined, body };
      } catch (error) {
        // Whoever leaves hears nothing any more.
        if (!signal.aborted) around.answers.note(kind, { status: 0, code: findReason(error) }, expected);
        return { isGood: false, body: undefined };
      }
    },
  };
}

/** What JSON says; of lines of it, the last. */
function parseBody(bytes: Buffer, response: Response) {
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) return undefined;
  const last = bytes.toString().trimEnd().split('\n').at(-1) ?? '';
  return last === '' ? undefined : JSON.parse(last);
}

function findReason(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  return cause?.code ?? name;
}
