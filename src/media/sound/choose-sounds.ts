import { AudioSampleSink, type InputAudioTrack } from 'mediabunny';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { videoMessages } from '#shared/messages/video.ts';
import type { OpenVideo } from '../container/open-video.ts';
import { orderSounds } from '../container/tracks.ts';
import { withCodedErrors } from '../container/video-file.ts';
import { readChannel } from './channels.ts';

/** Which sound tracks are used: one by its number, from 1 in the file's order, or all of them, mixed. */
export type AudioTrackChoice = number | 'all';

export interface SoundTrack {
  /** From 1, among the file's sound tracks. */
  readonly number: number;
  /** Number and description in the file: "2 (Microphone, English)". */
  readonly name: string;
  readonly isReadable: boolean;
}

export interface ChosenSounds {
  readonly tracks: readonly SoundTrack[];
  /** The tracks in use; empty if there are none, or none can be decoded here. */
  readonly used: readonly InputAudioTrack[];
  /** The tracks in which people may talk: without a choice, all but comments and descriptions. */
  readonly spoken: readonly InputAudioTrack[];
}

/** Listening to each takes as long. */
const maxSpoken = 8;

/** Only some parts of a track are checked for silence, because decoding a whole silent video takes minutes. */
const probes = { count: 40, seconds: 0.25 } as const;
/** -60 dB of full scale. */
const silentPeak = 0.001;

/**
 * Chooses the sound tracks for mixing and speech detection: the requested ones, else the first in the order of `orderSounds` that
 * can be decoded here and is not silent. If all are silent, the first that can be decoded.
 * @throws CodedError `bad_request` if the requested track does not exist or cannot be decoded here; `invalid_video`
 */
export function chooseSounds(video: OpenVideo, choice?: AudioTrackChoice): Promise<ChosenSounds> {
  return withCodedErrors(async () => {
    const all = await video.track.input.getAudioTracks();
    const tracks = await Promise.all(all.map(describeTrack));
    const readable = all.filter((_, index) => tracks[index]?.isReadable);
    if (choice !== undefined) {
      const used = choice === 'all' ? readable : [requireTrack(all, tracks, choice)];
      return { tracks, used, spoken: used };
    }
    const { main, asides } = await orderSounds(readable, video.soundRoles);
    const used = await guessTrack([...main, ...asides]);
    return { tracks, used, spoken: main.length > 0 ? main.slice(0, maxSpoken) : used };
  });
}

type Numbered = { readonly number: number };

export function pickTracks<Track extends Numbered>(
  tracks: readonly Track[],
  wanted: readonly Numbered[],
): Track[] {
  return tracks.filter(track => wanted.some(({ number }) => number === track.number));
}

async function describeTrack(track: InputAudioTrack): Promise<SoundTrack> {
  const language = await track.getLanguageCode();
  const words = [await track.getName(), language === 'und' ? undefined : nameLanguage(language)];
  const said = words.filter(word => word).join(', ');
  const { number } = track;
  return { number, name: said ? `${number} (${said})` : `${number}`, isReadable: await track.canDecode() };
}

function nameLanguage(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function requireTrack(all: readonly InputAudioTrack[], tracks: readonly SoundTrack[], number: number) {
  const track = all[number - 1];
  if (track && tracks[number - 1]?.isReadable) return track;
  throw new CodedError('bad_request', {
    message: track
      ? fill(videoMessages.unreadableAudioTrack, { number })
      : fill(videoMessages.noSuchAudioTrack, { number, count: all.length }),
  });
}

async function guessTrack(readable: readonly InputAudioTrack[]): Promise<readonly InputAudioTrack[]> {
  if (readable.length < 2) return readable;
  for (const track of readable) if (!(await isSilent(track))) return [track];
  return readable.slice(0, 1);
}

async function isSilent(track: InputAudioTrack): Promise<boolean> {
  const startSeconds = await track.getFirstTimestamp();
  const stepSeconds = ((await track.computeDuration()) - startSeconds) / probes.count;
  const sink = new AudioSampleSink(track);
  for (let place = 0; place < probes.count; place++) {
    const fromSeconds = startSeconds + place * stepSeconds;
    const isAudible = await receive(sink, fromSeconds, fromSeconds + Math.min(probes.seconds, stepSeconds));
    if (isAudible) return false;
  }
  return true;
}

/** Skips damaged parts. */
async function receive(sink: AudioSampleSink, fromSeconds: number, untilSeconds: number): Promise<boolean> {
  try {
    for await (const sample of sink.samples(fromSeconds, untilSeconds)) {
      using open = sample;
      for (let channel = 0; channel < open.numberOfChannels; channel++)
        if (readChannel(open, channel).some(level => Math.abs(level) > silentPeak)) return true;
    }
  } catch {
    return false;
  }
  return false;
}
