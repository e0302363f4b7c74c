import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { listPublishedFiles } from '#media/mix/export-folders.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { createProject, type Project } from '#shared/narration/project.ts';
import { listReportSections } from '#shared/report/description-report.ts';
import { planDescription } from '#shared/script/plan-lines.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import { makeSoundingClip } from './make-sounding-clip.ts';
import type { TemporaryFolder } from './temporary-folder.ts';

/** What is said in the talk, from 3 to 5 s and from 6 to 9 s of 12. */
export const talkSpeech = [
  { startSeconds: 3, endSeconds: 5, text: 'Good evening, and welcome.' },
  { startSeconds: 6, endSeconds: 9, text: 'This is <b>not</b> bold & not a tag.' },
];

/** The first has room in the gap before the speech; the second begins at 5 s and needs five seconds. */
export const talkLines = [
  {
    id: 'a',
    startSeconds: 0.5,
    seconds: 1.5,
    text: 'A title: </script><script>document.title = "broken"</script>.',
  },
  { id: 'b', startSeconds: 5, seconds: 5, text: 'A woman in a long red coat opens a small green door.' },
];

const sampleRateHz = 24_000;

const makeTone = (seconds: number) =>
  Float32Array.from(
    { length: seconds * sampleRateHz },
    (__, at) => 0.3 * Math.sin((at * 440 * 2 * Math.PI) / sampleRateHz),
  );

export function createTalk(): Project {
  const heard = { language: 'English' as const, segments: talkSpeech };
  const { transcript, speakers } = toTranscript(heard, { kind: 'subtitles', provider: 'talk.srt' });
  return { ...createProject('A talk'), transcript, cast: speakers };
}

/** Publishes a talk of twelve seconds with an extended description in a folder. */
export async function publishTalk(folder: TemporaryFolder): Promise<void> {
  const video = await makeSoundingClip({
    seconds: 12,
    framesPerSecond: 10,
    sounds: [{ seconds: 12, sample: seconds => 0.1 * Math.sin(seconds * 220 * 2 * Math.PI) }],
  });
  const gaps = [
    { startSeconds: 0, endSeconds: 3 },
    { startSeconds: 5, endSeconds: 6 },
    { startSeconds: 9, endSeconds: 12 },
  ];
  const described = { kind: 'extended' as const, durationSeconds: 12, gaps, speech: talkSpeech };
  const plan = planDescription(talkLines, described);
  async function* speak() {
    for (const { line, startSeconds } of plan.lines)
      yield { startSeconds, text: line.text, sound: { sampleRateHz, samples: makeTone(line.seconds) } };
  }
  const voices = [{ name: 'nova', provider: 'OpenAI', model: 'tts-1' }];
  const made = { voices, isTranslated: false, isDescription: true, language: 'en', text: 'person' as const };
  const narration = {
    project: createTalk(),
    isDescription: true,
    language: 'English' as const,
    pauses: plan.pauses,
    report: listReportSections({ ...described, plan }),
    videoName: 'A talk.mp4',
    duckDb: 12,
    marks: createMarks(made, 'mixed'),
  };
  for await (const { name, input } of listPublishedFiles(narration, speak(), new Blob([video]).stream()))
    await writeFile(join(folder.path, name), input);
}

/** A web server that knows nothing but files of a folder, under `/some/where/`; of videos it sends parts. */
export async function serveFolder(path: string) {
  const types: Readonly<Record<string, string>> = { html: 'text/html', mp4: 'video/mp4', mp3: 'audio/mpeg' };
  const server = createServer(async (request, response) => {
    const asked = request.url === '/some/where/' ? '/some/where/index.html' : (request.url ?? '');
    const name = basename(asked);
    const isThere = dirname(asked) === '/some/where';
    const bytes = isThere ? await readFile(join(path, name)).catch(() => undefined) : undefined;
    if (!bytes) return void response.writeHead(404).end();
    const type = types[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    const from = name.endsWith('.mp4') ? /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] : undefined;
    if (from === undefined) return void response.writeHead(200, { 'content-type': type }).end(bytes);
    const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-type': type, 'content-range': range, 'accept-ranges': 'bytes' });
    response.end(bytes.subarray(Number(from)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/some/where/`,
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}
