import { readFileSync } from 'node:fs';
import { BufferSource, type VideoSample } from 'mediabunny';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { encodeJpeg as encodeInBrowser } from '#media/browser/jpeg.ts';
import { openVideo } from '#media/container/open-video.ts';
import { fitPicture } from '#media/frames/pictures.ts';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { encodeJpeg as encodeInNode } from '#media/node/encode-jpeg.ts';
import '#media/node/open-video-file.ts';
import { readConfig } from '#server/config/config.ts';
import { promptField } from '#shared/api/fields.ts';
import { progressTickMs } from '#shared/defaults.ts';
import { runJob } from '../../src/web/features/editor/jobs/jobs.ts';
import { writeScript } from '../../src/web/features/editor/jobs/write.ts';
import { loadChunk } from '../../src/web/lib/load-chunk.ts';
import { readJpegQuality } from '../support/jpeg-quality.ts';
import { makeClip } from '../support/make-clip.ts';
import { createTestEditor } from '../support/test-editor.ts';
import { readSpecifiedConstants } from './read-constants.ts';

const specified = readSpecifiedConstants();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the frames of a video', () => {
  test('have the specified number and quality', async () => {
    const video = await openVideo(new BufferSource(await makeClip({ seconds: 2 })), { maxSeconds: 60 });
    const frames = await Array.fromAsync(sampleFrames(video, encodeInNode, new AbortController().signal));
    video.close();
    expect(frames).toHaveLength(specified.frames.perVideo);
    for (const { jpeg } of frames) expect(readJpegQuality(jpeg)).toBe(specified.frames.jpegQuality);
  });

  test('have the same quality in the browser', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext = () => ({});
        convertToBlob = async (options: unknown) => {
          asked.push(options);
          return new Blob();
        };
      },
    );
    const picture = { displayWidth: 320, displayHeight: 240, draw: () => undefined };
    await encodeInBrowser(picture as unknown as VideoSample);
    expect(asked).toEqual([{ type: 'image/jpeg', quality: specified.frames.jpegQuality }]);
  });

  test('keep their size up to the maximum', () => {
    const side = Math.sqrt(specified.frames.largestPicturePixels);
    expect(fitPicture({ width: side, height: side })).toEqual({ width: side, height: side });
    const smaller = fitPicture({ width: side + 1, height: side });
    expect(smaller.width * smaller.height).toBeLessThanOrEqual(specified.frames.largestPicturePixels);
  });
});

describe('the progress bar', () => {
  const { tickMs, checkpoints, heightPx, colour, colourWhenFull } = specified.progress;

  test.each([
    ['write', tickMs.script],
    ['speak', tickMs.audio],
  ] as const)('advances by one at each specified tick: %s', async (kind, ms) => {
    vi.useFakeTimers();
    const { store, ...editor } = createTestEditor();
    runJob({ ...editor, store }, { kind, activity: { kind: 'looking' }, work: () => new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(store.getState().progress).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getState().progress).toBe(1);
    store.getState().job?.cancel();
    expect(progressTickMs).toEqual(tickMs);
  });

  test('stops at the specified checkpoints', async () => {
    const reached: number[] = [];
    const editor = createTestEditor({
      async createScript(_, report) {
        for (const checkpoint of ['frames', 'analysis'] as const) {
          report({ type: 'reached', checkpoint });
          reached.push(editor.store.getState().progress);
        }
        return { text: 'Bonjour.' };
      },
    });
    writeScript(editor);
    await vi.waitFor(() => expect(editor.store.getState().job).toBeUndefined());
    expect([...reached, editor.store.getState().progress]).toEqual([
      checkpoints.frames,
      checkpoints.analysis,
      checkpoints.script,
    ]);
  });

  test('has the specified height and colours', () => {
    const bar = readStyles('features/editor/start/status-line.module.css');
    expect(bar).toMatch(new RegExp(`^\\.bar \\{[^}]*^ {2}height: ${heightPx}px;$`, 'mu'));
    expect(bar).toMatch(/^\.fill \{[^}]*^ {2}background: var\(--bar\);$/mu);
    expect(bar).toMatch(/^\.fill\[data-full="true"\] \{[^}]*^ {2}background: var\(--bar-full\);$/mu);
    const page = readStyles('app/global.css');
    expect([...page.matchAll(/^ {2}--bar: (.*);$/gmu)].map(([, value]) => value)).toEqual([colour]);
    expect([...page.matchAll(/^ {2}--bar-full: (.*);$/gmu)].map(([, value]) => value)).toEqual([
      colourWhenFull,
    ]);
  });
});

describe('a part of the page', () => {
  test('that does not load fails after the specified time-out, and says so', async () => {
    vi.useFakeTimers();
    const ends = vi.fn();
    const loading = loadChunk('part', () => new Promise(() => undefined)).catch(ends);
    await vi.advanceTimersByTimeAsync(specified.timeouts.chunkMs - 1);
    expect(ends).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await loading;
    expect(ends).toHaveBeenCalledWith(expect.objectContaining({ message: specified.errors.chunkTooLate }));
  });

  test('that cannot be fetched shows the specified message', async () => {
    const loading = loadChunk('part', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(loading).rejects.toThrow(specified.errors.chunkFailed);
  });
});

describe('a server without settings', () => {
  const config = readConfig({ AUTH_TOKEN_SYNC_URL: 'https://example.org/session' });

  test('has the specified limits', () => {
    const { maxVideoBytes, maxVideoSeconds, narrationsPerDay } = specified.limits;
    expect(config.maxVideoBytes).toBe(maxVideoBytes);
    expect(config.maxVideoSeconds).toBe(maxVideoSeconds);
    expect({
      free: config.freeNarrationsPerDay,
      standard: config.standardNarrationsPerDay,
      premium: config.premiumNarrationsPerDay,
    }).toEqual(narrationsPerDay);
    expect(config.tokenSync?.maxAgeSeconds).toBe(specified.timeouts.tokenSyncMaxAgeSeconds);
  });

  test('sells the plan and sends the contact form to the specified addresses', () => {
    expect(config.premiumPlanUrl).toBe(specified.settings.premiumPlanUrl);
    expect(config.emailJs).toEqual({ origin: undefined, ...specified.settings.contactForm });
  });

  test('accepts a prompt of the specified length, and none longer', () => {
    const longest = 'a'.repeat(specified.text.promptCharacters);
    expect(promptField.safeParse(longest).success).toBe(true);
    expect(promptField.safeParse(`${longest}a`).success).toBe(false);
  });
});

function readStyles(path: string): string {
  return readFileSync(new URL(`../../src/web/${path}`, import.meta.url), 'utf8');
}
