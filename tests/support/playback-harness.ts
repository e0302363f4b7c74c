import type { PicturePause } from '#shared/script/cues.ts';
import { Playback } from '../../src/web/features/editor/player/playback.ts';
import type { SoundSource, VoiceClip } from '../../src/web/features/editor/player/voice-clip.ts';

/** A clip as a test describes it: its mp3 by name, perhaps a part of it. */
export interface HarnessClip extends Omit<VoiceClip, 'sound'>, Omit<SoundSource, 'mp3'> {
  readonly mp3: string;
}

/** Runs in a page: the page's own player, with sounds and a video that a test gives it. */
class PlaybackHarness {
  readonly playback = new Playback();
  readonly #sounds = new Map<string, Blob>();

  async showVideo(url: string): Promise<void> {
    const video = document.createElement('video');
    document.body.append(video);
    this.playback.attachVideo(video);
    const isLoaded = new Promise(resolve =>
      video.addEventListener('canplaythrough', resolve, { once: true }),
    );
    video.src = URL.createObjectURL(await (await fetch(url)).blob());
    await isLoaded;
  }

  async addSound(name: string, base64: string): Promise<void> {
    this.#sounds.set(name, await (await fetch(`data:audio/mpeg;base64,${base64}`)).blob());
  }

  setClips(clips: readonly HarnessClip[], pauses: readonly PicturePause[] = []): void {
    const voice = clips.map(({ mp3, fromSeconds, toSeconds, ...clip }) => ({
      ...clip,
      sound: { mp3: this.#sounds.get(mp3) ?? new Blob(), fromSeconds, toSeconds },
    }));
    this.playback.setPlan({ clips: voice, pauses, minSeconds: undefined });
  }
}

declare global {
  var harness: PlaybackHarness;
}

globalThis.harness = new PlaybackHarness();
