import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AccountClient, createAccountClient } from '../support/account-client.ts';
import { drawnThings } from '../support/drawn-shapes.ts';
import { drawThing } from '../support/drawn-things.ts';
import { makeClip } from '../support/make-clip.ts';
import { notVideos } from '../support/not-videos.ts';
import type { OpenAiStandIn } from '../support/openai-stand-in.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { findTypefaces } from '../support/typefaces.ts';

/** Files of visitors, made once. Garbage is no video, or a damaged one. */
export type Material = Readonly<
  Record<'videos' | 'pictures' | 'garbage', readonly Uint8Array<ArrayBuffer>[]>
>;

export async function makeMaterial(): Promise<Material> {
  await findTypefaces();
  const sample = fileURLToPath(new URL('../../src/web/public/the-lantern-boat.mp4', import.meta.url));
  const size = { width: 640, height: 360 };
  const videos = [
    new Uint8Array(readFileSync(sample)),
    await makeClip({ container: 'webm', codec: 'vp9', ...size }),
    await makeClip({ container: 'mkv', codec: 'vp8', ...size }),
  ];
  const draw = async (name: (typeof drawnThings)[number]) =>
    new Uint8Array(await drawThing(name, { background: 'street', height: 0.5, centre: 0.5 }));
  const scratched = videos.map(file => file.map((byte, at) => (at % 50 === 49 ? byte ^ 0xff : byte)));
  const cut = videos.map(file => file.slice(0, Math.floor(file.length / 3)));
  const pictures = await Promise.all(drawnThings.slice(0, 4).map(draw));
  return { videos, pictures, garbage: [...Object.values(notVideos), ...cut, ...scratched] };
}

/** A provider's fault affects any next request. */
const faultCodes =
  /^(?:provider_garbage|provider_unavailable|provider_busy|provider_timeout|content_refused)$/;

/** Counts the answers, and the unexpected ones. */
export class Answers {
  readonly counts = new Map<string, number>();
  readonly unexpected: string[] = [];
  #faultsUntilMs = 0;

  /** @param status 0 for a broken connection. @param code of its error, or of the error in the last line of a stream */
  note(kind: string, status: number, code: string | undefined, expected: readonly number[]): void {
    const said = `${kind} ${status || 'broken'} ${code ?? ''}`.trim();
    this.counts.set(said, (this.counts.get(said) ?? 0) + 1);
    const isReported =
      code !== undefined && (faultCodes.test(code) || performance.now() < this.#faultsUntilMs);
    const isError = status === 0 || status >= 400;
    if (isReported || (expected.includes(status) && (isError || code === undefined))) return;
    this.unexpected.push(`${new Date().toISOString()} ${said}`);
    console.log(`unexpected: ${said}`);
  }

  /** A process was killed: its clients get errors of any code. */
  allowFaultsFor(ms: number): void {
    this.#faultsUntilMs = performance.now() + ms;
  }
}

/** Shared by all visits. */
export interface Surroundings {
  readonly url: string;
  readonly port: number;
  readonly provider: OpenAiStandIn;
  readonly answers: Answers;
  readonly material: Material;
  /** From 0 to 1, the same numbers for the same seed. */
  readonly random: SeededRandom;
}

/** A person with their own address, for one visit. */
export interface Visitor extends Surroundings {
  readonly address: string;
  readonly client: AccountClient;
  /** Aborted when the time for visits is over. */
  readonly signal: AbortSignal;
  /** Reads and records an answer. @returns its body if it is good */
  // biome-ignore lint/suspicious/noExplicitAny: visits read the body field by field.
  take(kind: string, answer: Promise<Response>, ...expected: number[]): Promise<any>;
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
        const bytes = Buffer.from(await response.arrayBuffer());
        const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0;
        // The last line of JSON Lines.
        const body = isJson ? JSON.parse(bytes.toString().trimEnd().split('\n').at(-1) ?? '') : {};
        const code: string | undefined = body.error?.code ?? (response.ok ? undefined : body.code);
        around.answers.note(kind, response.status, code, expected);
        return response.ok && code === undefined ? body : undefined;
      } catch (error) {
        const { cause, name } = error as { cause?: { code?: string }; name: string };
        // A client that left gets no answer.
        if (!signal.aborted) around.answers.note(kind, 0, cause?.code ?? name, expected);
        return undefined;
      }
    },
  };
}
