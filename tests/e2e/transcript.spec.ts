import type { Page, Request } from '@playwright/test';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
} from 'mediabunny';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createResampler } from '#media/sound/resample.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { exportDialogMessages, exportFormatMessages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import { transcriptMessages } from '#shared/messages/transcript.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import { readTime } from '#shared/script/time-format.ts';
import { makeClip } from '../support/make-clip.ts';
import { makeSoundingClip } from '../support/make-sounding-clip.ts';
import { makeSpokenClip } from '../support/make-spoken-clip.ts';
import { makeTalk } from '../support/make-talk.ts';
import { toPattern } from '../support/message-pattern.ts';
import { answerWithReply, refusals } from '../support/openai-faults.ts';
import { type Behaviour, type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { diarizedBody } from '../support/openai-transcriptions.ts';
import { type ServerProcess, startServerProcess } from '../support/start-server.ts';
import { expectNoOverhang, expectNoViolation } from './accessibility.ts';
import { saveExport } from './export-page.ts';
import { expect, ignoreRefusals, test } from './fixtures.ts';
import { findLineEditor } from './line-editor-page.ts';
import { recordSentBodies } from './sent-forms.ts';
import { fillStudio, findStudio, openFields, openPanel, reloadOnceKept } from './studio-page.ts';

/** The last one tells speakers apart. */
const models = ['gpt-4o', 'tts-1', 'gpt-4o-transcribe-diarize'] as const;
/** As the server calls the stand-in. */
const provider = 'our own AI server';

let standIn: OpenAiStandIn;
let server: ServerProcess;
let spoken: Buffer;

test.beforeAll(async () => {
  standIn = await startOpenAiStandIn();
  standIn.setModels(...models);
  server = await startServerProcess({
    OPENAI_BASE_URL: standIn.baseUrl,
    OPENAI_TRANSCRIPTION_MODEL: models[2],
  });
  spoken = await makeSpokenVideo();
});
test.beforeEach(() => {
  standIn.reset();
  standIn.setModels(...models);
  standIn.always('transcription', answerWithSpeech);
});
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await standIn.close();
});

/** The documented answer, with the second sentence when it is heard in the video. */
const answerWithSpeech: Behaviour = ({ response }) => {
  const [first, second] = diarizedBody.segments;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...diarizedBody, segments: [first, { ...second, start: 2 }] }));
};

/** Five seconds: two sentences at the times that the stand-in answers. */
async function makeSpokenVideo(): Promise<Buffer> {
  const sampleRateHz = 48_000;
  const samples = new Float32Array(5 * sampleRateHz);
  const speech = createOfflineSpeech();
  try {
    for (const [startSeconds, text] of [
      [0.4, 'Hello, Anna.'],
      [2, 'Nice to meet you.'],
    ] as const) {
      const { signal } = new AbortController();
      const sound = await speech.speak({ text, voice: 'nova', language: getLanguage('English'), signal });
      if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
      const resampler = createResampler(22_050, sampleRateHz);
      const said = resampler.add(joinArrays(Float32Array, await Array.fromAsync(sound.samples)));
      samples.set(said.subarray(0, 1.5 * sampleRateHz), startSeconds * sampleRateHz);
    }
  } finally {
    await speech.close();
  }
  return Buffer.from(await makeSpokenClip({ samples, sampleRateHz, speech: [] }));
}

/** Four seconds without sound, with a text track. */
async function makeSubtitledVideo(vtt: string): Promise<Buffer> {
  const source = new BufferSource(await makeClip({ seconds: 4, framesPerSecond: 5 }));
  const track = await new Input({ source, formats: ALL_FORMATS }).getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The clip was not made.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const pictures = new EncodedVideoPacketSource('avc');
  const subtitles = new TextSubtitleSource('webvtt');
  output.addVideoTrack(pictures);
  output.addSubtitleTrack(subtitles);
  await output.start();
  await subtitles.add(vtt);
  subtitles.close();
  for await (const packet of new EncodedPacketSink(track).packets())
    await pictures.add(packet, { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

function findTranscript(page: Page) {
  const transcribe = page.getByRole('button', { name: t(messages.transcribe), exact: true });
  const segments = page.getByRole('list', { name: t(messages.transcript) });
  return {
    choice: page.getByRole('checkbox', { name: t(messages.use) }),
    /** Its tab; before there is a script, what unfolds under it, which gives way to the tab as the script comes. */
    open: async () => {
      const fold = page.getByRole('button', { name: t(messages.transcript), exact: true, expanded: false });
      await expect(async () => {
        if (await fold.isVisible()) await fold.click();
        else await openPanel(page, 'transcript');
        await expect(transcribe.or(segments)).toBeVisible({ timeout: 2000 });
      }).toPass();
    },
    transcribe,
    segments,
    said: (time: string) => page.getByRole('textbox', { name: t(messages.saidAt, { time }) }),
    speaker: (number: number) =>
      page.getByRole('textbox', { name: t(transcriptMessages.speaker, { number }), exact: true }),
    playFrom: (time: string) => page.getByRole('button', { name: t(messages.playFrom, { time }) }),
    addAsLine: (time: string) => page.getByRole('button', { name: t(messages.addAsLineAt, { time }) }),
  };
}

const isHearing = (request: Request) => /\/api\/(?:free\/)?transcript$/.test(request.url());

/** All requests that carry sound, in order. */
function recordHearing(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', request => isHearing(request) && sent.push(request));
  return sent;
}

const video = () => ({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: spoken });

async function addVideo(page: Page): Promise<void> {
  const studio = findStudio(page);
  await page.goto(server.url);
  await studio.upload.setInputFiles(video());
  await expect(studio.preview).toBeVisible();
}

test('no sound is sent before the box is checked and a button is pressed; then what is said goes to whoever looks and writes', async ({
  page,
}) => {
  const sent = recordHearing(page);
  const { choice, open, said } = findTranscript(page);
  await addVideo(page);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.', video());
  await expect(choice).not.toBeChecked();
  await expect(choice).toHaveAccessibleDescription(t(messages.goesTo, { name: provider }));
  await choice.check();
  await page.reload();
  await expect(studio.preview).toBeVisible();
  await expect(choice).toBeChecked();
  expect(sent).toEqual([]);
  const writing = page.waitForRequest(/\/api\/free\/script$/);
  await studio.generateNarration.click();
  expect((await writing).postDataJSON().transcript).toMatchObject([
    { text: 'Hello, Anna.', speaker: 'Speaker 1' },
    { text: 'Nice to meet you.', speaker: 'Speaker 2' },
  ]);
  const [looked] = standIn.requests.filter(({ call }) => call === 'vision');
  expect(JSON.stringify(looked?.body)).toContain('Hello, Anna.');
  expect(sent).toHaveLength(1);
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  await open();
  await expect(said('0:00.4')).toHaveValue('Hello, Anna.');
  // Once known, it is not sent again.
  await openFields(studio);
  await studio.prompt.fill('Tell it loudly.');
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  expect(sent).toHaveLength(1);
});

test('a talk becomes a description that names who speaks, between what is said', async ({ page }) => {
  const talk = await makeTalk();
  standIn.always('transcription', ({ response }) => {
    const segments = talk.speech.map(({ startSeconds, endSeconds }, at) => ({
      type: 'transcript.text.segment',
      id: `seg_${at}`,
      // As coarse as recognisers are.
      start: Math.round(startSeconds * 2) / 2,
      end: Math.round(endSeconds * 2) / 2,
      text: at === 0 ? 'My name is Anna Weber.' : `This is sentence ${at}.`,
      speaker: 'A',
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...diarizedBody, segments, duration: talk.durationSeconds }));
  });
  standIn.always('script', exchange => {
    // A writer that knows the name only from what it is told is said.
    const user: string = exchange.request.body.messages[1].content;
    const [, name] = /<speech>.*My name is (Anna \w+)\..*<\/speech>/su.exec(user) ?? [];
    const [moment] = user.match(/^\[[\d:.]+\](?= for what is seen)/mu) ?? [];
    answerWithReply({ content: `${moment} ${name} reads the title.` })(exchange);
  });
  const studio = findStudio(page);
  await page.goto(server.url);
  await page.getByRole('radio', { name: t(studioMessages.makeAccessible) }).check();
  const { choice, open, segments } = findTranscript(page);
  await fillStudio(studio, 'For a museum.', {
    name: 'talk.mp4',
    mimeType: 'video/mp4',
    buffer: talk.bytes,
  });
  await choice.check();
  await studio.generateNarration.click();
  const { line } = findLineEditor(page);
  await expect(line(1)).toHaveValue('Anna Weber reads the title.');
  await open();
  await expect(segments.getByRole('listitem')).toHaveCount(talk.speech.length);
  // Their times are those at which the sound was made.
  const times = await segments.getByRole('button', { name: toPattern(messages.playFrom) }).allTextContents();
  for (const [at, time] of times.entries())
    expect(Math.abs((readTime(time) ?? -1) - (talk.speech[at]?.startSeconds ?? 0))).toBeLessThan(0.2);
});

test('with the box unchecked nothing is sent', async ({ page }) => {
  const sent = recordHearing(page);
  const readSentBodies = await recordSentBodies(page);
  await addVideo(page);
  const studio = findStudio(page);
  await fillStudio(studio, 'Tell it calmly.', video());
  await expect(findTranscript(page).choice).toBeVisible();
  await studio.generateNarration.click();
  await expect(studio.progress).toHaveAttribute('aria-valuenow', '100');
  expect(sent).toEqual([]);
  const names = (await readSentBodies()).flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names).toContain('frames');
  expect(names).not.toContain('transcript');
});

test('without a script: transcribed, corrected, named, undone, made a line, kept, and saved as subtitles', async ({
  page,
}) => {
  const sent = recordHearing(page);
  await addVideo(page);
  const { open, transcribe, said, speaker, playFrom, addAsLine } = findTranscript(page);
  await open();
  await expect(page.getByRole('paragraph').getByText(t(messages.goesTo, { name: provider }))).toBeVisible();
  expect(sent).toEqual([]);
  await transcribe.click();
  await expect(said('0:00.4')).toHaveValue('Hello, Anna.');
  await speaker(1).fill('Bea');
  await expect(page.getByText('Bea')).toBeVisible();
  const first = said('0:00.4');
  await first.press('End');
  await first.pressSequentially(' How are you?');
  await first.press('Control+z');
  await expect(first).toHaveValue('Hello, Anna.');
  await first.fill('Hello, Hannah.');
  await playFrom('0:02').click();
  await expect
    .poll(() => page.locator('video').evaluate((shown: HTMLVideoElement) => shown.currentTime))
    .toBeGreaterThan(2.1);
  await addAsLine('0:02').click();
  const lines = findLineEditor(page);
  await expect(lines.line(1)).toHaveValue('Nice to meet you.');
  await expect(lines.time(1)).toHaveValue('0:02');
  const row = page.getByRole('region', { name: t(timelineMessages.timeline) }).getByText('Hello, Hannah.');
  await row.click();
  await expect
    .poll(() => page.locator('video').evaluate((shown: HTMLVideoElement) => shown.currentTime))
    .toBeCloseTo(0.4, 1);
  await reloadOnceKept(page);
  await open();
  await expect(said('0:00.4')).toHaveValue('Hello, Hannah.');
  await expect(speaker(1)).toHaveValue('Bea');
  expect(sent).toHaveLength(1);
  const { original, transcript } = exportDialogMessages;
  const { name, bytes } = await saveExport(page, t(original), t(exportFormatMessages.sdhSrt));
  expect(name).toBe('talk-original-sdh.srt');
  expect(bytes.toString()).toMatch(/00:00:00,4\d\d --> 00:00:01,\d{3}\s+BEA: Hello, Hannah\./);
  const text = await saveExport(page, t(transcript), t(exportFormatMessages.saidText));
  expect(text.bytes.toString()).toContain('[0:00] Bea: Hello, Hannah.');
});

test('cancelling keeps nothing, and a failure says why and stops no script', async ({ page, complaints }) => {
  await addVideo(page);
  const { choice, open, transcribe, segments } = findTranscript(page);
  const studio = findStudio(page);
  standIn.next('transcription', () => {});
  await open();
  const asked = standIn.waitForRequest('transcription');
  await transcribe.click();
  const { closed } = await asked;
  await studio.cancel.click();
  await closed;
  await expect(transcribe).toBeEnabled();
  await expect(segments).toBeHidden();
  standIn.always('transcription', refusals.invalidKey);
  await transcribe.click();
  await expect(page.getByRole('paragraph').filter({ hasText: t(engineMessages.keyRejected) })).toBeVisible();
  await fillStudio(studio, 'Tell it calmly.', video());
  await choice.check();
  await studio.generateNarration.click();
  await expect(page.getByText(toPattern(messages.writtenWithout)).first()).toBeVisible();
  await expect(studio.script).not.toHaveValue('');
  ignoreRefusals(complaints);
  complaints.splice(0, complaints.length, ...complaints.filter(text => !/status of 50\d/.test(text)));
});

test('the subtitles in a video are what is said, with no server', async ({ page }) => {
  const sent = recordHearing(page);
  const studio = findStudio(page);
  // The usual server of the tests, which transcribes nothing.
  await page.goto('/');
  const buffer = await makeSubtitledVideo('WEBVTT\n\n00:01.000 --> 00:02.000\nANNA: It runs.\n');
  await studio.upload.setInputFiles({ name: 'fox.mp4', mimeType: 'video/mp4', buffer });
  await expect(page.getByText(t(messages.isUsed))).toBeVisible();
  const { open, said, speaker, transcribe } = findTranscript(page);
  await open();
  await expect(said('0:01')).toHaveValue('It runs.');
  await expect(speaker(1)).toHaveValue('ANNA');
  await page.getByRole('button', { name: t(messages.remove) }).click();
  await expect(page.getByText(t(messages.none))).toBeVisible();
  await expect(transcribe).toBeHidden();
  await page.getByRole('button', { name: t(messages.undoRemoval) }).click();
  await expect(said('0:01')).toHaveValue('It runs.');
  expect(sent).toEqual([]);
});

test('where nobody speaks nothing is sent, and it says so', async ({ page }) => {
  const sent = recordHearing(page);
  await page.goto(server.url);
  const sound = { seconds: 4, sample: (seconds: number) => 0.2 * Math.sin(2 * Math.PI * 440 * seconds) };
  const sounding = Buffer.from(await makeSoundingClip({ seconds: 4, framesPerSecond: 5, sounds: [sound] }));
  await findStudio(page).upload.setInputFiles({ name: 'tone.mp4', mimeType: 'video/mp4', buffer: sounding });
  const { open, transcribe } = findTranscript(page);
  await open();
  await transcribe.click();
  await expect(page.getByText(t(messages.noSpeech)).last()).toBeVisible();
  expect(sent).toEqual([]);
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const)
  test(`the transcript is accessible at ${width} px`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await addVideo(page);
    const { open, transcribe, said, addAsLine } = findTranscript(page);
    await open();
    await expectNoViolation(page);
    await transcribe.click();
    await expect(said('0:00.4')).toBeVisible();
    await addAsLine('0:02').click();
    await expect(findLineEditor(page).line(1)).toBeVisible();
    await expectNoOverhang(page);
    await expectNoViolation(page);
  });
