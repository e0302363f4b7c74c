import { createStore } from 'zustand/vanilla';
import { type MixSettings, usualMix } from '#media/mix/mix-settings.ts';
import { createEnvelopeReader, planEnvelope } from '#media/mix/music.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { type Pausable, pauseOthers } from '../../../lib/media.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type {
  EditorState,
  EditorStore,
  HeardMix,
  OriginalVolume,
  PlaybackTime,
  Player,
} from '../model/editor-state.ts';
import { getMusic, type HeardMusic } from '../model/plan-voice.ts';
import { findRecording, getNarration } from '../model/select.ts';
import { findTotalSeconds, PictureClock, VoiceSync } from './playback-clock.ts';
import { soundCache } from './sound-cache.ts';
import { MusicOutput, VoiceOutput } from './sound-output.ts';
import { VideoPicture } from './video-picture.ts';
import {
  computeClipsSeconds,
  emptyPlan,
  findSameWords,
  getPreviewPlan,
  listDue,
  type PreviewPlan,
  toSpan,
} from './voice-clip.ts';

const endSeconds = 0.03;
/** A picture this much after a pause is still the one of the pause. */
const overrunSeconds = 0.02;
/** A start does not wait longer for picture and sound output: either may never come. */
const maxStartMs = 700;
/** Nor for sounds to be decoded. */
const maxDecodeMs = 5000;
/** Where no frame is drawn, as in a tab in the background. */
const tickMs = 250;
const volumeKey = 'benshi-original-sound';
/** A smaller step is not seen. */
const shownSeconds = 0.04;

/**
 * The video is the clock while it runs, and the voice is kept in step; where the picture pauses, after its end, and without a video the
 * voice's own output is. Where the video stalls the voice waits.
 */
export class Playback implements Pausable, Player {
  readonly volume = createStore<OriginalVolume>(() => ({ original: readKeptVolume(), isMixed: false }));
  #plan: PreviewPlan = emptyPlan;
  #readDuckDb: (seconds: number) => number = () => 0;
  #mix: HeardMix | undefined;
  #isWanted = false;
  #startingMs: number | undefined;
  #frame: number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #video = new VideoPicture({
    onChange: () => this.#check(),
    onPause: () => this.#notePause(),
    onRefused: () => this.pause(),
    onReplaced: () => {
      this.pause();
      this.seek(0);
    },
  });
  readonly #voice = new VoiceOutput();
  readonly #music = new MusicOutput();
  readonly #sync = new VoiceSync();
  readonly #clock = new PictureClock();
  readonly #board = createStore(() => ({
    time: {
      isPlaying: false,
      atSeconds: 0,
      videoSeconds: undefined,
      soundSeconds: undefined,
    } as PlaybackTime,
    picture: { isPlaying: false, atSeconds: 0 },
  }));

  readonly subscribe = this.#board.subscribe;

  readonly getPlaybackTime = (): PlaybackTime => this.#board.getState().time;

  readonly picture = { subscribe: this.subscribe, getPlaybackTime: () => this.#board.getState().picture };

  readonly attachVideo = this.#video.attach;

  /** What is playing goes on, and what was moved is heard at its new time at once. @param mix undefined: the usual one */
  setPlan(plan: PreviewPlan, mix: MixSettings = usualMix, music?: HeardMusic): void {
    const before = this.#plan;
    const { seconds } = this.#clock.place;
    const { atSeconds } = this.#clock;
    const spans = plan.clips.map(toSpan);
    this.#plan = plan;
    this.#voice.clips = plan.clips;
    this.#readDuckDb = createEnvelopeReader(planEnvelope(spans, mix.duckDb));
    this.#music.set(music, spans, Math.max(plan.minSeconds ?? 0, computeClipsSeconds(plan.clips) ?? 0));
    if (JSON.stringify(plan.pauses) !== JSON.stringify(before.pauses)) {
      this.#clock.pauses = plan.pauses;
      this.#publish();
      this.seekPicture(seconds);
    }
    // With no picture to keep to, the same words are heard on; else those that belong to the picture.
    const sameWords = this.#video.element ? undefined : findSameWords(before.clips, plan.clips, atSeconds);
    this.#publish();
    if (sameWords !== undefined) this.seek(sameWords);
    this.#voice.prepare(this.#clock.atSeconds);
    this.#check();
  }

  setOriginal(original: number): void {
    keepItem(volumeKey, String(original));
    this.volume.setState({ original });
    this.#publish();
  }

  /** @param mix of the video that is to be exported; undefined: as the person set it */
  setMix(mix: HeardMix | undefined): void {
    this.#mix = mix;
    this.volume.setState({ isMixed: mix !== undefined });
    this.#publish();
  }

  readonly showFullScreen = (): void => {
    // Where the browser refuses it nothing changes, and the person sees that.
    this.#video.element?.parentElement?.requestFullscreen?.().catch(() => {});
  };

  play(): void {
    if (this.#clock.atSeconds >= findTotalSeconds(this.getPlaybackTime()) - endSeconds)
      this.#clock.atSeconds = 0;
    this.#isWanted = true;
    pauseOthers(this);
    this.#voice.open();
    // Within the click itself: some browsers let only what was started there be played later.
    this.#video.play();
    this.seek(this.#clock.atSeconds);
    this.#timer ??= setInterval(() => this.#check(), tickMs);
    this.#tick();
  }

  pause(): void {
    if (this.#isWanted && this.#startingMs === undefined) this.#readClock();
    this.#isWanted = false;
    this.#startingMs = undefined;
    this.#sync.forget();
    this.#voice.stop();
    this.#video.element?.pause();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
    // The picture stands where the voice does, so that going on begins there.
    this.seek(this.#clock.atSeconds);
  }

  readonly toggle = (): void => (this.#isWanted ? this.pause() : this.play());

  readonly seek = (seconds: number): void => {
    this.#clock.atSeconds = Math.max(0, Math.min(seconds, findTotalSeconds(this.getPlaybackTime())));
    this.#video.seek(this.#clock.place.seconds);
    this.#voice.prepare(this.#clock.atSeconds);
    if (this.#isWanted) {
      this.#startingMs = performance.now();
      this.#sync.forget();
      this.#voice.schedule(undefined);
      this.#video.element?.pause();
    }
    this.#publish();
  };

  readonly seekPicture = (seconds: number): void => this.seek(this.#clock.toPreviewSeconds(seconds));

  close(): void {
    this.pause();
    this.#voice.close();
    this.#music.close();
  }

  /** By a key of the keyboard, the browser, or the system; never our own. */
  #notePause(): void {
    const isExpected = this.#isWanted && this.#startingMs === undefined && this.#isPictureDue();
    const { time } = this.#voice;
    const isHeld = time !== undefined && !this.#sync.isVideoDue(time.heardSeconds);
    if (isExpected && !isHeld && this.#video.isPaused) this.pause();
  }

  #tick = (): void => {
    this.#frame = undefined;
    this.#check();
    if (this.#isWanted) this.#frame ??= requestAnimationFrame(this.#tick);
  };

  /** Brings both to what they should do now; called with each frame, and by events where no frame is drawn. */
  #check(): void {
    if (this.#isWanted && this.#startingMs !== undefined && this.#isReady(this.#startingMs)) this.#start();
    if (this.#isWanted && this.#startingMs === undefined) this.#run();
    this.#publish();
  }

  #isReady(sinceMs: number): boolean {
    if (this.#video.element?.seeking) return false;
    const waitedMs = performance.now() - sinceMs;
    const isPictureReady = this.#video.isReady || !this.#isPictureDue();
    const isOpen = isPictureReady && this.#voice.time !== undefined;
    if (!isOpen && waitedMs < maxStartMs) return false;
    return this.#voice.prepare(this.#clock.atSeconds) || waitedMs > maxDecodeMs;
  }

  #start(): void {
    this.#startingMs = undefined;
    if (this.#voice.time) this.#sync.begin(this.#voice.time, this.#clock.atSeconds);
  }

  #run(): void {
    this.#readClock();
    if (this.#isPictureDue()) this.#runPicture();
    else this.#runVoice();
    this.#voice.schedule(this.#sync.anchorSeconds);
  }

  #runPicture(): void {
    const { time } = this.#voice;
    if (!time || this.#sync.isVideoDue(time.heardSeconds)) this.#video.play();
    if (this.#video.isPaused) return;
    const { atSeconds } = this.#clock;
    const state = this.#video.follow();
    if (state === 'stalled') this.#sync.forget();
    else if (state === 'moving' && time)
      this.#sync.follow(
        time.heardSeconds,
        atSeconds,
        listDue(this.#plan.clips, atSeconds, atSeconds).length > 0,
      );
  }

  #runVoice(): void {
    const { seconds, stillSeconds } = this.#clock.place;
    this.#video.element?.pause();
    // It ran on until this was seen, which may take long on a busy machine.
    if (stillSeconds > 0 && this.#video.seconds > seconds + overrunSeconds) this.#video.seek(seconds);
    const { time } = this.#voice;
    // Nothing may be heard, and nothing else is the clock.
    if (!time) this.pause();
    else if (this.#clock.atSeconds >= findTotalSeconds(this.getPlaybackTime())) this.pause();
    else if (this.#sync.anchorSeconds === undefined) this.#sync.begin(time, this.#clock.atSeconds);
  }

  #readClock(): void {
    const { time } = this.#voice;
    const { anchorSeconds } = this.#sync;
    const totalSeconds = findTotalSeconds(this.getPlaybackTime());
    if (this.#isPictureDue()) this.#clock.followPicture(this.#video.seconds);
    else if (time && anchorSeconds !== undefined)
      this.#clock.followVoice(Math.min(time.heardSeconds - anchorSeconds, totalSeconds));
  }

  #isPictureDue(): boolean {
    const { seconds, stillSeconds } = this.#clock.place;
    return stillSeconds === 0 && this.#video.hasMore(seconds);
  }

  #readOriginal(atSeconds: number): number {
    if (this.#mix) return this.#mix.readOriginal(atSeconds);
    return this.volume.getState().original * 10 ** (this.#readDuckDb(atSeconds) / 20);
  }

  /** Called with each frame, so that nobody hears steps of the volume. */
  #publish(): void {
    const { atSeconds } = this.#clock;
    if (this.#video.element) this.#video.element.volume = this.#readOriginal(atSeconds);
    this.#voice.setVolume(this.#mix?.voice ?? 1);
    this.#music.follow(atSeconds, this.#isWanted && this.#startingMs === undefined, this.#mix?.readMusic);
    const videoSeconds = this.#video.durationSeconds;
    const soundSeconds = computeClipsSeconds(this.#plan.clips);
    const next = {
      isPlaying: this.#isWanted,
      atSeconds,
      videoSeconds: videoSeconds === undefined ? undefined : this.#clock.sumSeconds(videoSeconds),
      soundSeconds: soundSeconds && Math.max(soundSeconds, this.#plan.minSeconds ?? 0),
    };
    if (isSameTime(next, this.getPlaybackTime())) return;
    const picture = { isPlaying: next.isPlaying, atSeconds: this.#clock.place.seconds };
    this.#board.setState({ time: next, picture });
  }
}

function isSameTime(one: PlaybackTime, other: PlaybackTime): boolean {
  const stepSeconds = Math.abs(one.atSeconds - other.atSeconds);
  if (one.isPlaying ? stepSeconds >= shownSeconds : stepSeconds > 0) return false;
  return (['isPlaying', 'videoSeconds', 'soundSeconds'] as const).every(key => one[key] === other[key]);
}

function readKeptVolume(): number {
  const volume = Number(readItem(volumeKey) ?? 1);
  return volume >= 0 && volume <= 1 ? volume : 1;
}

/** Plays what the editor shows: every edit is heard at once. @returns ends that */
export function connectPlayer(store: EditorStore): () => void {
  const playback = new Playback();
  store.setState({ player: playback });
  const setPlan = rememberLast((...heard: Parameters<Playback['setPlan']>) => playback.setPlan(...heard));
  const follow = (state: EditorState) => {
    setPlan(getPreviewPlan(state), getNarration(state)?.settings.mix, getMusic(state));
    void measureRecording(store);
  };
  const unsubscribe = store.subscribe(follow);
  follow(store.getState());
  return () => {
    unsubscribe();
    store.setState({ player: undefined });
    playback.close();
  };
}

const measured = new WeakSet<Blob>();

/** The length of a recording is not known when it arrives. */
async function measureRecording(store: EditorStore): Promise<void> {
  const state = store.getState();
  const narration = getNarration(state);
  const recording = narration && findRecording(state, narration);
  if (!recording || recording.seconds !== undefined || measured.has(recording.mp3)) return;
  const { key, mp3 } = recording;
  measured.add(mp3);
  const seconds = await soundCache.measureSeconds(mp3).catch(noteFailure);
  store.setState(({ sounds }) => {
    const sound = sounds.get(key);
    return seconds && sound?.mp3 === mp3 ? { sounds: new Map(sounds).set(key, { ...sound, seconds }) } : {};
  });
}
