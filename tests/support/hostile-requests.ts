import { makePicturesForm, makeUndecodedForm } from './ask-from.ts';
import type { Post } from './attacker.ts';
import { makeEndlessMatroska, makeEndlessOrder, makeMisleadingCues } from './endless-videos.ts';
import { makeManyScans } from './hostile-jpegs.ts';
import { makeClip } from './make-clip.ts';

/** Small requests that each once blocked a server for seconds or longer, by target. */
export interface HostileRequests {
  /** Block the event loop. */
  readonly texts: readonly Post[];
  /** Block the video decoders. */
  readonly videos: readonly Post[];
  /** Block the picture decoder, and the threads that read files. */
  readonly pictures: readonly Post[];
  /** Minutes of sound, for a client that does not read. */
  readonly longSpeech: Post;
}

export async function makeHostileRequests(): Promise<HostileRequests> {
  const videos = await Promise.all([
    makeEndlessOrder(),
    makeEndlessMatroska(),
    makeMisleadingCues(),
    makeHugeClip(),
  ]);
  const manyScans = await makeManyScans(7680, 4320, 2648);
  const manySmallScans = await makeManyScans(4096, 4096, 12);
  return {
    texts: [
      makeJson('/api/free/speech', { script: `${'nya'.repeat(20)}q`, voice: 'nova' }),
      makeJson('/api/free/speech', { script: 'ที่'.repeat(2000), voice: 'nova', language: 'English' }),
      makeJson('/api/auth/sign-in/email', {
        email: 'nobody@example.org',
        password: 'not-the-password',
        callbackURL: `/${'a'.repeat(15_000)}@`,
      }),
    ],
    videos: await Promise.all(videos.map(video => encodeForm(makeUndecodedForm(video)))),
    pictures: await Promise.all(
      [manyScans, manySmallScans].map(picture => encodeForm(makePicturesForm([new Uint8Array(picture)]))),
    ),
    longSpeech: makeJson('/api/free/speech', {
      script: 'The evening falls over the quiet city, and the lights come on one by one. '.repeat(250),
      voice: 'nova',
      language: 'English',
    }),
  };
}

/** A valid video of eight seconds with 33 million pixels a frame and only one key frame. */
function makeHugeClip(): Promise<Uint8Array<ArrayBuffer>> {
  return makeClip({ width: 7680, height: 4320, seconds: 8, framesPerSecond: 15, keyIntervalSeconds: 60 });
}

function makeJson(path: string, body: object): Post {
  return {
    path,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

async function encodeForm(form: FormData): Promise<Post> {
  const encoded = new Response(form);
  return {
    path: '/api/free/analysis',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}
