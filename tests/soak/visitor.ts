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

/** What visitors bring along, made once. Garbage is no video, or one that was damaged on its way. */
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

/** The faults of the provider come to whoever asks next, so that any narration may get them. */
const faultCodes =
  /^(?:provider_garbage|provider_unavailable|provider_busy|provider_timeout|content_refused)$/;

/** Counts what was answered, and what of it nobody expected. */
export class Answers {
  readonly counts = new Map<string, number>();
  readonly unexpected: string[] = [];
  #faultsUntilMs = 0;

  /** @param status 0 for a connection that broke. @param code of its error, also of one in the last line of an answer that began well */
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

  /** A process was killed: whoever it served gets an error, with whatever code. */
  allowFaultsFor(ms: number): void {
    this.#faultsUntilMs = performance.now() + ms;
  }
}

/** What all visits share. */
export interface Surroundings {
  readonly url: string;
  readonly port: number;
  readonly provider: OpenAiStandIn;
  readonly answers: Answers;
  readonly material: Material;
  /** From 0 to 1, the same numbers for the same seed. */
  readonly random: SeededRandom;
}

/** One person with a browser at an address of their own, for one visit. */
export interface Visitor extends Surroundings {
  readonly address: string;
  readonly client: AccountClient;
  /** Aborted when the time for visits is over. */
  readonly signal: AbortSignal;
  /** Reads an answer to its end, and notes it. @returns its body, where it is good */
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
        // Of lines of JSON, the last.
        const body = isJson ? JSON.parse(bytes.toString().trimEnd().split('\n').at(-1) ?? '') : {};
        const code: string | undefined = body.error?.code ?? (response.ok ? undefined : body.code);
        around.answers.note(kind, response.status, code, expected);
        return response.ok && code === undefined ? body : undefined;
      } catch (error) {
        const { cause, name } = error as { cause?: { code?: string }; name: string };
        // Whoever leaves gets no answer any more.
        if (!signal.aborted) around.answers.note(kind, 0, cause?.code ?? name, expected);
        return undefined;
      }
    },
  };
}
