import { offerOpenAi } from '#engines/openai/create-openai-engines.ts';
import type { VisionEngine, VisionRequest } from '#engines/ports.ts';
import { createFrameReader, fitForEngine } from '#server/decoding/frame-reader.ts';
import type { Frame } from '#shared/frame.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from './openai-stand-in.ts';
import { isPicture, makeColourFrame, readParts } from './picture-servers.ts';
import { testKey } from './provider-calls.ts';

/** Analyses a video of ten one-colour pictures with a stand-in and real decoders. */
export interface PictureAnalysis extends AsyncDisposable {
  readonly standIn: OpenAiStandIn;
  /** In the size for a local server. */
  readonly frames: readonly Frame[];
  /** A new engine with an empty cache. */
  createVision(changes?: {
    baseUrl?: string | undefined;
    fetch?: typeof fetch;
    picturesPerRequest?: number;
  }): VisionEngine;
  analyse(vision: VisionEngine, changes?: Partial<VisionRequest>): Promise<string>;
  countPictures(): number[];
  readPictures(at: number): Uint8Array[];
}

/** The size of most frames for a local server. */
export const sentSize = { width: 1024, height: 576 };

const colours = ['red', 'green', 'blue', 'yellow', 'red', 'blue', 'green', 'yellow', 'blue', 'red'] as const;

/** A model's analysis of all ten pictures, independent of their division into requests. */
export const allTen = colours.map(
  (colour, at) => `Picture ${at + 1} of 10, at second ${(2 + 4 * at).toFixed(1)}: ${colour}.`,
);

export function listLines(notes: string): string[] {
  return notes.split(/\n+/u);
}

export async function startPictureAnalysis(): Promise<PictureAnalysis> {
  const standIn = await startOpenAiStandIn();
  const reader = createFrameReader({ maxSeconds: 100, workers: 1 });
  const frames = await Promise.all(
    colours.map(async (colour, at) => ({
      seconds: 2 + 4 * at,
      jpeg: await makeColourFrame(colour, sentSize),
    })),
  );
  const { signal } = new AbortController();
  return {
    standIn,
    frames,
    createVision({ picturesPerRequest, ...changes } = {}) {
      const access = {
        apiKey: testKey,
        baseUrl: standIn.baseUrl,
        maxRetries: 0,
        ...changes,
        model: 'gpt-4o',
      };
      const none = { apiKey: undefined, baseUrl: undefined, model: undefined };
      const settings = {
        vision: access,
        script: none,
        speech: none,
        transcription: none,
        maxSidePixels: 1024,
        picturesPerRequest,
      };
      const { vision } = offerOpenAi(settings, fitForEngine(reader));
      if (!vision) throw new TypeError('The stand-in is not set up.');
      return vision;
    },
    analyse: (vision, changes) =>
      vision.analyze({ prompt: 'Tell it', frames, durationSeconds: 40, signal, ...changes }),
    countPictures: () => standIn.requests.map(({ body }) => readParts(body).filter(isPicture).length),
    readPictures: at =>
      readParts(standIn.requests[at]?.body)
        .filter(isPicture)
        .map(({ jpeg }) => jpeg),
    async [Symbol.asyncDispose]() {
      await standIn.close();
      await reader.close();
    },
  };
}
