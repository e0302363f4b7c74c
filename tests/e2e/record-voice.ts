import type { Page } from '@playwright/test';

/** A moment of the recording: seconds of the sound output's clock and of the video, and what is heard of the voice then. */
export interface HeardMoment {
  /** Of what is heard at this moment. */
  readonly heardSeconds: number;
  readonly videoSeconds: number;
  readonly isPlaying: boolean;
}

export interface HeardVoice {
  /** In steps of 5 ms, by the sound output's clock: how loud the voice is, 0 to 1. */
  readonly peaks: Readonly<Record<number, number>>;
  readonly moments: readonly HeardMoment[];
}

declare global {
  var takeRecordedVoice: () => HeardVoice;
}

const stepSeconds = 0.005;

/** Records what the page plays by Web Audio. Called before the page is opened. */
export async function recordVoice(page: Page): Promise<void> {
  await page.addInitScript(recordHere, { stepSeconds });
}

/** What was heard until now; the recording begins anew. */
export function takeVoice(page: Page): Promise<HeardVoice> {
  return page.evaluate(() => takeRecordedVoice());
}

/** When the voice began after at least 0.1 s of silence, in seconds of the sound output. */
export function listSounding({ peaks }: HeardVoice): number[] {
  const loud = Object.entries(peaks).filter(([, peak]) => peak > 0.02);
  const steps = loud.map(([step]) => Number(step)).sort((one, other) => one - other);
  const starts = steps.filter((step, index) => step - (steps[index - 1] ?? -1000) > 0.1 / stepSeconds);
  return starts.map(step => step * stepSeconds);
}

/** Where the video was then, in seconds. */
export function listOnsets(voice: HeardVoice): number[] {
  return listSounding(voice).flatMap(seconds => {
    const near = voice.moments.find(({ heardSeconds, isPlaying }) => isPlaying && heardSeconds >= seconds);
    return near ? [near.videoSeconds - (near.heardSeconds - seconds)] : [];
  });
}

/** Runs in the page: listens to what is connected to the sound output. */
function recordHere({ stepSeconds }: { stepSeconds: number }): void {
  let peaks: Record<number, number> = {};
  let moments: HeardMoment[] = [];
  const { connect } = AudioNode.prototype;
  Object.assign(AudioNode.prototype, {
    connect(this: AudioNode, ...args: unknown[]) {
      const { context } = this;
      if (args[0] === context.destination && context instanceof AudioContext) listen(this, context);
      return Reflect.apply(connect, this, args);
    },
  });

  function listen(source: AudioNode, context: AudioContext) {
    const analyser = new AnalyserNode(context, { fftSize: 32_768 });
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let readUntil = 0;
    const read = () => {
      const { currentTime, sampleRate } = context;
      const heardSeconds = currentTime - (context.outputLatency || context.baseLatency || 0);
      const video = document.querySelector('video');
      const isPlaying = video?.paused === false && !video.seeking;
      moments.push({ heardSeconds, videoSeconds: video?.currentTime ?? -1, isPlaying });
      analyser.getFloatTimeDomainData(samples);
      const from = Math.max(readUntil, currentTime - samples.length / sampleRate);
      for (
        let at = samples.length - Math.round((currentTime - from) * sampleRate);
        at < samples.length;
        at++
      ) {
        const step = Math.floor((currentTime - (samples.length - at) / sampleRate) / stepSeconds);
        peaks[step] = Math.max(peaks[step] ?? 0, Math.abs(samples[at] ?? 0));
      }
      readUntil = currentTime;
    };
    setInterval(read, 20);
  }

  globalThis.takeRecordedVoice = () => {
    const taken = { peaks, moments };
    peaks = {};
    moments = [];
    return taken;
  };
}
