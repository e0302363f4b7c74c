import { type DecodedSound, unpackSamples } from './decoded-sound.ts';
import { soundCache } from './sound-cache.ts';
import { compareSchedule, listDue, type VoiceClip } from './voice-clip.ts';
import type { OutputTime } from './voice-sync.ts';

/** Scheduled ahead: a tab in the background is asked once a second. */
const scheduledSeconds = 3;
/** Decoded ahead. */
const preparedSeconds = 8;
/** What must be there before playback starts. */
const firstSeconds = 0.3;
/** A sound that begins or ends in its middle would click. */
const fadeSeconds = 0.005;
/** The device stays open for a while: opening it again would delay the next start. */
const openMs = 10_000;

interface Scheduled {
  readonly node: AudioBufferSourceNode;
  readonly fade: GainNode;
}

export class VoiceOutput {
  #clips: readonly VoiceClip[] = [];
  #volume = 1;
  #context: AudioContext | undefined;
  #gain: GainNode | undefined;
  #anchorSeconds: number | undefined;
  /** By the ids of the clips. */
  readonly #scheduled = new Map<string, Scheduled>();
  #scheduledClips: ReadonlyMap<string, VoiceClip> = new Map();
  readonly #buffers = new Map<DecodedSound, AudioBuffer>();
  #closing: ReturnType<typeof setTimeout> | undefined;

  /** Undefined while nothing can be heard. */
  get time(): OutputTime | undefined {
    if (this.#context?.state !== 'running') return undefined;
    const { currentTime, outputLatency, baseLatency } = this.#context;
    const latencySeconds = outputLatency || baseLatency || 0;
    return { heardSeconds: currentTime - latencySeconds, latencySeconds };
  }

  setClips(clips: readonly VoiceClip[]): void {
    this.#clips = clips;
  }

  /** @param volume 1: as it was spoken */
  setVolume(volume: number): void {
    if (volume === this.#volume) return;
    this.#volume = volume;
    if (this.#context) this.#gain?.gain.setTargetAtTime(volume, this.#context.currentTime, fadeSeconds);
  }

  /** Must be called within a click or key press: browsers let nothing else be heard. */
  open(): void {
    clearTimeout(this.#closing);
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#gain = new GainNode(this.#context, { gain: this.#volume });
      this.#gain.connect(this.#context.destination);
    }
    // Where it may not be heard, the context stays suspended, which the player sees.
    this.#context.resume().catch(() => {});
  }

  /** Has decoded what is heard next. @returns whether the voice could start here, as far as it can be decoded */
  prepare(previewSeconds: number): boolean {
    for (const clip of listDue(this.#clips, previewSeconds, previewSeconds + preparedSeconds))
      void soundCache.load(clip);
    return listDue(this.#clips, previewSeconds, previewSeconds + firstSeconds).every(
      clip => soundCache.find(clip) !== undefined || soundCache.hasFailed(clip),
    );
  }

  isSounding(previewSeconds: number): boolean {
    return listDue(this.#clips, previewSeconds, previewSeconds).length > 0;
  }

  /**
   * Called with each frame: schedules what is heard soon, and what was moved anew.
   * @param anchorSeconds the second of the output at which the preview begins; undefined: nothing is to be heard
   */
  schedule(anchorSeconds: number | undefined): void {
    if (anchorSeconds !== this.#anchorSeconds) this.#stopAll();
    this.#anchorSeconds = anchorSeconds;
    const { time } = this;
    if (anchorSeconds === undefined || !time) return;
    const atSeconds = time.heardSeconds - anchorSeconds;
    this.prepare(atSeconds);
    const due = listDue(this.#clips, atSeconds, atSeconds + scheduledSeconds);
    const { stopped, started } = compareSchedule(this.#scheduledClips, due);
    for (const id of stopped) this.#stop(id);
    const kept = due.filter(clip => !started.includes(clip));
    const begun = started.filter(clip => this.#start(clip, anchorSeconds));
    this.#scheduledClips = new Map([...kept, ...begun].map(clip => [clip.id, clip]));
    this.#forgetBuffers();
  }

  stop(): void {
    this.schedule(undefined);
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => void this.#context?.suspend(), openMs);
  }

  close(): void {
    clearTimeout(this.#closing);
    this.#stopAll();
    void this.#context?.close();
    this.#context = undefined;
  }

  /** @returns whether the sound was there */
  #start(clip: VoiceClip, anchorSeconds: number): boolean {
    const decoded = soundCache.find(clip);
    if (!decoded || !this.#context || !this.#gain) return false;
    const { currentTime } = this.#context;
    const startSeconds = anchorSeconds + clip.startSeconds;
    const lateSeconds = Math.max(0, currentTime - startSeconds);
    const fade = new GainNode(this.#context, { gain: lateSeconds > 0 ? 0 : 1 });
    if (lateSeconds > 0) fade.gain.setTargetAtTime(1, currentTime, fadeSeconds);
    const node = new AudioBufferSourceNode(this.#context, { buffer: this.#findBuffer(decoded) });
    node.connect(fade).connect(this.#gain);
    node.start(Math.max(startSeconds, currentTime), lateSeconds);
    this.#scheduled.set(clip.id, { node, fade });
    return true;
  }

  #stopAll(): void {
    for (const id of this.#scheduled.keys()) this.#stop(id);
    this.#scheduledClips = new Map();
  }

  #stop(id: string): void {
    const scheduled = this.#scheduled.get(id);
    this.#scheduled.delete(id);
    if (!scheduled || !this.#context) return;
    const { node, fade } = scheduled;
    const { currentTime } = this.#context;
    fade.gain.setTargetAtTime(0, currentTime, fadeSeconds);
    node.stop(currentTime + 5 * fadeSeconds);
    node.addEventListener('ended', () => fade.disconnect());
  }

  #findBuffer(decoded: DecodedSound): AudioBuffer {
    const known = this.#buffers.get(decoded);
    if (known) return known;
    const { samples, sampleRateHz } = decoded;
    const buffer = new AudioBuffer({ length: Math.max(1, samples.length), sampleRate: sampleRateHz });
    buffer.copyToChannel(unpackSamples(decoded), 0);
    this.#buffers.set(decoded, buffer);
    return buffer;
  }

  /** They take twice the memory of decoded sounds: only those that are scheduled stay. */
  #forgetBuffers(): void {
    const used = new Set([...this.#scheduledClips.values()].map(clip => soundCache.find(clip)));
    for (const decoded of this.#buffers.keys()) if (!used.has(decoded)) this.#buffers.delete(decoded);
  }
}
