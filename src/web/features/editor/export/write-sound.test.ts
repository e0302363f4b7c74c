import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import { MemoryFile } from '#media/browser/written-file.ts';
import { addManifestTag, readManifests } from '#media/marks/write-marks.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { collectSound } from '#media/sound/line-sound.ts';
import { getId3Bytes } from '#shared/mp3-frames.ts';
import { makeToneMp3 } from '../../../../../tests/support/make-mp3.ts';
import { readZip } from '../../../../../tests/support/read-zip.ts';
import { readPieces } from '../../../lib/call-server.ts';
import type { VoicePlan, VoiceTrack } from '../model/plan-voice.ts';
import { writeSound, writeZip } from './write-sound.ts';

const { signal } = new AbortController();
const options = { signal, noteProgress: () => {} };

async function makeTone(hz: number, seconds: number): Promise<Blob> {
  return new Blob([Uint8Array.from(await makeToneMp3({ hz, seconds }))]);
}

/** Two tones, at 1 s and, faster, at 4 s of 8. */
async function planLines(): Promise<VoicePlan> {
  const lines = [
    {
      id: 'a',
      text: 'low',
      mp3: await makeTone(300, 1),
      seconds: 1,
      startSeconds: 1,
      endSeconds: 2,
      speed: 1,
    },
    {
      id: 'b',
      text: 'high',
      mp3: await makeTone(600, 1.1),
      seconds: 1.1,
      startSeconds: 4,
      endSeconds: 5,
      speed: 1.1,
    },
  ];
  return makePlan({ kind: 'lines', lines }, { cues: lines, durationSeconds: 8 });
}

function makePlan(track: VoiceTrack, given: Pick<VoicePlan, 'cues' | 'durationSeconds'>): VoicePlan {
  return {
    track,
    isWhole: true,
    pauses: [],
    soundSeconds: given.durationSeconds,
    described: undefined,
    ...given,
  };
}

async function write(kind: 'mp3' | 'wav', voice: VoicePlan): Promise<Blob> {
  const file = new MemoryFile();
  await writeSound({ kind, voice, mix: usualMix }, file, options);
  return file.readMade();
}

/** When sound begins and ends, in seconds, in tenths. */
async function listSpans(mp3: Blob): Promise<number[][]> {
  const { samples, sampleRateHz } = await collectSound(decodeMp3(readPieces(new Response(mp3), signal)));
  const spans: number[][] = [];
  for (let tenth = 0; tenth < (10 * samples.length) / sampleRateHz; tenth++) {
    const part = samples.subarray((tenth * sampleRateHz) / 10, ((tenth + 1) * sampleRateHz) / 10);
    if (!part.some(sample => Math.abs(sample) > 0.05)) continue;
    const last = spans.at(-1);
    if (last && last[1] === tenth / 10) last[1] = (tenth + 1) / 10;
    else spans.push([tenth / 10, (tenth + 1) / 10]);
  }
  return spans;
}

async function measureSeconds(sound: Blob): Promise<number | undefined> {
  using input = new Input({ formats: ALL_FORMATS, source: new BlobSource(sound) });
  const track = await input.getPrimaryAudioTrack();
  return await track?.computeDuration();
}

test('an mp3 has the lines at their times, and is as long as the video', async () => {
  const mp3 = await write('mp3', await planLines());
  expect(await listSpans(mp3)).toEqual([
    [1, 2],
    [4, 5],
  ]);
  expect(await measureSeconds(mp3)).toBeCloseTo(8, 0);
});

test('a WAV file that is written in pieces has the whole length', async () => {
  expect(await measureSeconds(await write('wav', await planLines()))).toBeCloseTo(8, 3);
});

test("the providers' manifests of all lines stay in an mp3 and a WAV", async () => {
  const { track, ...plan } = await planLines();
  const lines = track.kind === 'lines' ? track.lines : [];
  const manifests = ['one\xff', 'two'].map(text => Buffer.from(text, 'latin1'));
  const signed = await Promise.all(
    lines.map(async ({ mp3, ...line }, at) => {
      const tagged = addManifestTag(await mp3.bytes(), manifests.slice(at, at + 1));
      return { ...line, mp3: new Blob([Uint8Array.from(tagged)]) };
    }),
  );
  const voice = { ...plan, track: { kind: 'lines', lines: signed } } as const;
  const marks = {
    software: 'Benshi',
    sentence: '',
    digitalSourceType: undefined,
    madeAt: '2026-11-28T12:00:00Z',
  };
  const [mp3, wav] = await Promise.all(
    ['mp3', 'wav'].map(async kind => {
      const file = new MemoryFile();
      await writeSound({ kind: kind as 'mp3' | 'wav', voice, mix: usualMix, marks }, file, options);
      return Buffer.from(await file.readMade().arrayBuffer());
    }),
  );
  expect(
    readManifests(mp3?.subarray(0, getId3Bytes(mp3)) ?? Buffer.alloc(0)).map(each => Buffer.from(each)),
  ).toEqual(manifests);
  expect(wav?.includes(Buffer.from('SPCR\x04\0\0\0one\xffSPCR\x03\0\0\0two\0', 'latin1'))).toBe(true);
});

test('a recording at another tempo is as much shorter', async () => {
  const mp3 = await makeTone(440, 6);
  const plan = makePlan({ kind: 'recording', mp3, speed: 1.2 }, { cues: [], durationSeconds: 5 });
  expect(await measureSeconds(await write('wav', plan))).toBeCloseTo(5, 1);
});

test('the zip for editors has a sound for each line at its time', async () => {
  const file = new MemoryFile();
  await writeZip({ kind: 'editors', voice: await planLines(), video: undefined }, file, options);
  const zip = Buffer.from(await file.readMade().arrayBuffer());
  expect([...readZip(zip).keys()]).toEqual([
    '0001_00-00-01.000_low.wav',
    '0002_00-00-04.000_high.wav',
    'narration.otio',
    'narration.edl',
  ]);
});

test('the zip of a description has its DAPT file and a sound for each line', async () => {
  const file = new MemoryFile();
  const dapt = { name: 'd.dapt.xml', input: '<tt/>' };
  await writeZip({ kind: 'dapt', voice: await planLines(), dapt }, file, options);
  const zip = readZip(Buffer.from(await file.readMade().arrayBuffer()));
  expect([...zip.keys()]).toEqual(['d.dapt.xml', 'audio/line-1.wav', 'audio/line-2.wav']);
  expect(String(zip.get('d.dapt.xml'))).toBe('<tt/>');
  expect(await measureSeconds(new Blob([new Uint8Array(zip.get('audio/line-2.wav') ?? [])]))).toBeCloseTo(
    1,
    1,
  );
});

test('what is cancelled is not kept', async () => {
  const file = new MemoryFile();
  const cancelled = { ...options, signal: AbortSignal.abort() };
  await expect(
    writeSound({ kind: 'mp3', voice: await planLines(), mix: usualMix }, file, cancelled),
  ).rejects.toMatchObject({
    code: 'client_closed',
  });
});
