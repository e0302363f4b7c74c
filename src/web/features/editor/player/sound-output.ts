import { planMusicGain } from '#media/mix/music.ts';
import { usualVoiceLufs } from '#media/mix/prepare-recording.ts';
import { unpackSamples } from '#media/sound/channels.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { HeardMusic } from '../model/plan-voice.ts';
import type { OutputTime } from './playback-clock.ts';
import { soundCache } from './sound-cache.ts';
import { listDue, soundsSame, type VoiceClip } from './voice-clip.ts';

/** Scheduled ahead: a tab in the background is asked once a second. */
const scheduledSeconds = 3;
const preparedSeconds = 8;
/** What must be there before playback starts. */
const firstSeconds = 0.3;
/** A sound that begins or ends in its middle would click. */
const fadeSeconds = 0.005;
/** The device stays open for a while: opening it again would delay the next start. */
const openMs = 10_000;

type Scheduled = { readonly clip: VoiceClip; readonly node: AudioBufferSourceNode; readonly fade: GainNode };

export class VoiceOutput {
  clips: readonly VoiceClip[] = [];
  #volume = 1;
  #device: { readonly context: AudioContext; readonly gain: GainNode } | undefined;
  #anchorSeconds: number | undefined;
  #scheduled: readonly Scheduled[] = [];
  #closing: ReturnType<typeof setTimeout> | undefined;

  get time(): OutputTime | undefined {
    const context = this.#device?.context;
    if (context?.state !== 'running') return undefined;
    const latencySeconds = context.outputLatency || context.baseLatency || 0;
    return { heardSeconds: context.currentTime - latencySeconds, latencySeconds };
  }

  /** @param volume 1: as it was spoken */
  setVolume(volume: number): void {
    if (volume === this.#volume) return;
    this.#volume = volume;
    const { context, gain } = this.#device ?? {};
    if (context) gain?.gain.setTargetAtTime(volume, context.currentTime, fadeSeconds);
  }

  /** Must be called within a click or key press: browsers let nothing else be heard. */
  open(): void {
    clearTimeout(this.#closing);
    if (!this.#device) {
      const context = new AudioContext();
      this.#device = { context, gain: new GainNode(context, { gain: this.#volume }) };
      this.#device.gain.connect(context.destination);
    }
    // Where it may not be heard, the context stays suspended, which the player sees.
    this.#device.context.resume().catch(() => {});
  }

  /** Has decoded what is heard next. @returns whether the voice could start here, as far as it can be decoded */
  prepare(previewSeconds: number): boolean {
    for (const clip of listDue(this.clips, previewSeconds, previewSeconds + preparedSeconds))
      void soundCache.load(clip);
    return listDue(this.clips, previewSeconds, previewSeconds + firstSeconds).every(clip =>
      soundCache.isSettled(clip),
    );
  }

  /**
   * Called with each frame: schedules what is heard soon, and what was moved anew; whatever is the same goes on without a gap.
   * @param anchorSeconds the second of the output at which the preview begins; undefined: nothing is to be heard
   */
  schedule(anchorSeconds: number | undefined): void {
    const { time } = this;
    const isMoved = anchorSeconds !== this.#anchorSeconds;
    this.#anchorSeconds = anchorSeconds;
    if (isMoved || anchorSeconds === undefined) this.#keepOnly([]);
    if (anchorSeconds === undefined || !time) return;
    const atSeconds = time.heardSeconds - anchorSeconds;
    this.prepare(atSeconds);
    const due = listDue(this.clips, atSeconds, atSeconds + scheduledSeconds);
    this.#keepOnly(due);
    const isScheduled = (clip: VoiceClip) => this.#scheduled.some(each => each.clip.id === clip.id);
    const started = due.filter(clip => !isScheduled(clip)).map(clip => this.#start(clip, anchorSeconds));
    this.#scheduled = [...this.#scheduled, ...started.filter(each => each !== undefined)];
  }

  stop(): void {
    this.schedule(undefined);
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => void this.#device?.context.suspend(), openMs);
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#keepOnly([]);
    void this.#device?.context.close();
    this.#device = undefined;
  }

  /** @returns undefined while the sound is not decoded */
  #start(clip: VoiceClip, anchorSeconds: number): Scheduled | undefined {
    const decoded = soundCache.find(clip);
    if (!decoded || !this.#device) return undefined;
    const { context, gain } = this.#device;
    const samples = unpackSamples(decoded.samples);
    const buffer = new AudioBuffer({ length: Math.max(1, samples.length), sampleRate: decoded.sampleRateHz });
    buffer.copyToChannel(samples, 0);
    const startSeconds = anchorSeconds + clip.startSeconds;
    const lateSeconds = Math.max(0, context.currentTime - startSeconds);
    const fade = new GainNode(context, { gain: lateSeconds > 0 ? 0 : 1 });
    if (lateSeconds > 0) fade.gain.setTargetAtTime(1, context.currentTime, fadeSeconds);
    const node = new AudioBufferSourceNode(context, { buffer });
    node.connect(fade).connect(gain);
    node.start(Math.max(startSeconds, context.currentTime), lateSeconds);
    return { clip, node, fade };
  }

  #keepOnly(due: readonly VoiceClip[]): void {
    const kept = this.#scheduled.filter(({ clip }) => due.some(other => soundsSame(clip, other)));
    const currentTime = this.#device?.context.currentTime ?? 0;
    for (const each of this.#scheduled) {
      if (kept.includes(each)) continue;
      each.fade.gain.setTargetAtTime(0, currentTime, fadeSeconds);
      each.node.stop(currentTime + 5 * fadeSeconds);
      each.node.addEventListener('ended', () => each.fade.disconnect());
    }
    this.#scheduled = kept;
  }
}

/** A player that is this far off begins anew; less is not noticed in music. */
const toleratedSeconds = 0.3;

export class MusicOutput {
  #audio: HTMLAudioElement | undefined;
  #url = '';
  #music: HeardMusic | undefined;
  #readGain: (seconds: number) => number = () => 0;

  /** @param spans of the voice, in order @param totalSeconds of the preview */
  set(music: HeardMusic | undefined, spans: readonly TimeSpan[], totalSeconds: number): void {
    if (music?.file !== this.#music?.file) {
      this.close();
      if (music) {
        this.#url = URL.createObjectURL(music.file);
        this.#audio = new Audio(this.#url);
      }
    }
    this.#music = music;
    if (!music) return;
    const all = [...spans, ...music.speech].toSorted((one, other) => one.startSeconds - other.startSeconds);
    const planned = planMusicGain(music, all, totalSeconds);
    // Heard voices are about as loud as voices are mixed.
    const gain = 10 ** ((usualVoiceLufs + 10 * Math.log10(2) + music.levelDb - music.lufs) / 20);
    this.#readGain = seconds => gain * planned(seconds);
  }

  /** Called with each frame. @param isMoving the preview runs @param readGain of a mix that is to be exported, instead of the usual one */
  follow(atSeconds: number, isMoving: boolean, readGain = this.#readGain): void {
    const [audio, music] = [this.#audio, this.#music];
    if (!audio || !music) return;
    const volume = Math.min(1, readGain(atSeconds));
    if (!isMoving || volume === 0) {
      audio.pause();
      return;
    }
    audio.volume = volume;
    const wantedSeconds = (atSeconds - music.fromSeconds) % music.seconds;
    if (Math.abs(audio.currentTime - wantedSeconds) > toleratedSeconds) audio.currentTime = wantedSeconds;
    // Where the browser refuses, the music is silent.
    if (audio.paused) audio.play().catch(() => {});
  }

  close(): void {
    this.#audio?.pause();
    this.#audio = undefined;
    URL.revokeObjectURL(this.#url);
  }
}
