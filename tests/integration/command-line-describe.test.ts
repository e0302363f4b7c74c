import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { descriptionMessages } from '#shared/messages/description.ts';
import { reportMessages } from '#shared/messages/description-report.ts';
import { t } from '#shared/messages/message.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { drawTitles } from '../support/make-titled-clip.ts';
import { listComplaints, readPictures } from '../support/read-narrated-video.ts';
import { readZip } from '../support/read-zip.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { speakScene } from '../support/speak-scene.ts';
import type { SpeechScene } from '../support/speech-scene.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let scene: SpeechScene;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  const speech = createOfflineSpeech();
  scene = await speakScene(speech, 'English', 48_000);
  await speech.close();
  const shown = await drawTitles({ seconds: scene.samples.length / scene.sampleRateHz });
  await folder.write('talk.mp4', await makeSpokenClip(scene, { shown }));
  const amid = Math.floor(((scene.speech[0]?.startSeconds ?? 0) + (scene.speech[0]?.endSeconds ?? 0)) / 2);
  await folder.write('seen.txt', `[0:00] A hall.\n[0:0${amid}] A man in a green coat stands up.`);
});
afterAll(() => folder[Symbol.asyncDispose]());

const read = (name: string) => readFile(`${folder.path}/${name}`, 'utf8');

async function describeAs(kind: 'standard' | 'extended', ...args: string[]) {
  const files = [
    '--out',
    `${kind}.mp3`,
    '--video',
    `${kind}.mp4`,
    '--report',
    `${kind}.txt`,
    '--vtt',
    `${kind}.vtt`,
    '--descriptions',
    `${kind}.descriptions.vtt`,
  ];
  const reported = await runNarrate(folder.path, ['talk.mp4', '--describe', kind, ...files, ...args]);
  const pictures = await readPictures(`${folder.path}/${kind}.mp4`);
  return {
    reported,
    pictures,
    report: await read(`${kind}.txt`),
    cues: readSubtitles(await read(`${kind}.vtt`)),
    described: readSubtitles(await read(`${kind}.descriptions.vtt`)),
  };
}

test('a standard description is heard in the gaps only; lines that fit none are reported', {
  tags: 'long',
}, async () => {
  const { reported, report, cues } = await describeAs(
    'standard',
    '--speak',
    'seen.txt',
    '--language',
    'English',
  );
  expect(cues.map(({ text }) => text)).toEqual(['A hall.']);
  expect(cues[0]?.endSeconds).toBeLessThan(scene.speech[0]?.startSeconds ?? 0);
  expect(reported).toContain(`A man in a green coat stands up. (${t(descriptionMessages.duringSpeech)})`);
  expect(report).toContain(t(reportMessages.notTold, { count: 1 }));
  expect((await listComplaints(`${folder.path}/standard.mp4`)) ?? '').toBe('');
});

test('in an extended one the video pauses, and no frame is lost', {
  tags: 'long',
}, async () => {
  const { pictures, report, cues } = await describeAs(
    'extended',
    '--speak',
    'seen.txt',
    '--language',
    'English',
  );
  expect(cues.map(({ text }) => text)).toEqual(['A hall.', 'A man in a green coat stands up.']);
  expect(report).toMatch(/^Pauses of the video: 1,/mu);
  const before = await readPictures(`${folder.path}/talk.mp4`);
  expect(pictures.map(({ bytes }) => bytes.toString('hex'))).toEqual(
    before.map(({ bytes }) => bytes.toString('hex')),
  );
  const added = (pictures.at(-1)?.seconds ?? 0) - (before.at(-1)?.seconds ?? 0);
  const line = cues[1];
  expect(added).toBeGreaterThan((line?.endSeconds ?? 0) - (line?.startSeconds ?? 0) - 0.1);
  expect((await listComplaints(`${folder.path}/extended.mp4`)) ?? '').toBe('');
});

test('its text for players that pause by themselves has the times of the original, as in the published page', {
  tags: 'long',
}, async () => {
  const [first, second] = scene.speech.map(({ startSeconds, endSeconds }) => (startSeconds + endSeconds) / 2);
  const print = (seconds = 0) => `[0:${seconds.toFixed(1).padStart(4, '0')}]`;
  const lines = ['A man in a green coat stands up.', 'He walks to the door.'];
  await folder.write('three.txt', `${print(first)} ${lines[0]}\n${print(second)} ${lines[1]}`);
  const page = ['--publish', 'three.zip'];
  const speak = ['--speak', 'three.txt', '--language', 'English'];
  const { cues, described, report } = await describeAs('extended', ...speak, ...page);
  const pauses = [...report.matchAll(/^ {2}[\d:.]+: ([\d.]+) s$/gmu)].map(([, seconds]) => Number(seconds));
  expect(pauses).toHaveLength(2);
  const later = cues.map(({ startSeconds }, at) => startSeconds - (described[at]?.startSeconds ?? 0));
  expect(later[0]).toBeCloseTo(0, 1);
  expect(later[1]).toBeCloseTo(pauses[0] ?? 0, 1);
  const zipped = readZip(await readFile(`${folder.path}/three.zip`));
  const published = readSubtitles(zipped.get('descriptions.vtt')?.toString() ?? '');
  expect(published.map(({ startSeconds }) => startSeconds)).toEqual(
    described.map(({ startSeconds }) => startSeconds),
  );
});

test('a description is also written, and each of its lines begins in a gap', {
  tags: 'long',
}, async () => {
  const { cues } = await describeAs('standard', '--prompt', 'Calmly.');
  expect(cues.length).toBeGreaterThan(0);
  for (const { startSeconds, endSeconds } of cues)
    for (const spoken of scene.speech)
      expect(
        Math.min(endSeconds, spoken.endSeconds) - Math.max(startSeconds, spoken.startSeconds),
      ).toBeLessThan(0.2);
});

test('it is published as a folder or a zip, with the video as it is and a report that leads into the page', {
  tags: 'long',
}, async () => {
  const speak = ['talk.mp4', '--describe', 'extended', '--speak', 'seen.txt', '--language', 'English'];
  await runNarrate(folder.path, [...speak, '--publish', 'new/page', '--report', 'report.html']);
  await runNarrate(folder.path, [...speak, '--publish', 'page.zip']);
  const zipped = readZip(await readFile(`${folder.path}/page.zip`));
  expect((await readdir(`${folder.path}/new/page`)).sort()).toEqual([...zipped.keys()].sort());
  for (const name of ['video.mp4', 'descriptions.vtt'])
    expect(zipped.get(name)?.equals(await readFile(`${folder.path}/new/page/${name}`))).toBe(true);
  expect(zipped.get('video.mp4')?.equals(await readFile(`${folder.path}/talk.mp4`))).toBe(true);
  expect(zipped.get('index.html')?.toString()).toContain('A man in a green coat stands up.');
  expect(zipped.get('report.html')?.toString()).toContain('href="index.html#t=0"');
  expect(await read('report.html')).not.toContain('href="index.html');
});
