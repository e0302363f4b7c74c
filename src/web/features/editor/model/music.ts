import type { MusicPlace } from '#media/mix/music.ts';
import { getMusicKey, type Music, type Narration, type Project } from '#shared/narration/project.ts';
import { listSaid } from '#shared/transcript/to-transcript.ts';
import { rememberLast } from '../../../lib/remember-last.ts';
import type { EditorState, HeardVideo, Sound } from './editor-state.ts';
import { getNarration } from './select.ts';

export interface HeardMusic extends MusicPlace {
  readonly file: Blob;
  readonly lufs: number;
  readonly seconds: number;
}

/** The music of the narration that is shown; the same object while nothing of it changes. Undefined without its file. */
export function getMusic(state: EditorState): HeardMusic | undefined {
  const music = getNarration(state)?.settings.music;
  return findMusic(
    music,
    music && state.sounds.get(getMusicKey(music.id)),
    state.project.transcript,
    state.heard,
  );
}

const findMusic = rememberLast(
  (inputs: [Music | undefined, Sound | undefined, Project['transcript'], HeardVideo | undefined]) =>
    toHeard(...inputs),
);

/** The same of another narration: without music of its own that of the one that it translates. */
export function getMusicOf(
  { project, sounds, heard }: EditorState,
  narration: Narration,
  original: Narration,
): HeardMusic | undefined {
  const music = narration.settings.music ?? original.settings.music;
  return toHeard(music, music && sounds.get(getMusicKey(music.id)), project.transcript, heard);
}

function toHeard(
  music: Music | undefined,
  sound: Sound | undefined,
  transcript: Project['transcript'],
  heard: HeardVideo | undefined,
): HeardMusic | undefined {
  if (!music || sound?.lufs === undefined || sound.seconds === undefined) return undefined;
  return {
    file: sound.mp3,
    lufs: sound.lufs,
    seconds: sound.seconds,
    fromSeconds: (music.fromMs ?? 0) / 1000,
    toSeconds: music.toMs === undefined ? undefined : music.toMs / 1000,
    levelDb: music.levelDb,
    // Where the whole video counts as speech because nobody could listen, that says nothing.
    speech: transcript ? listSaid(transcript) : heard?.isHeard ? heard.speech : [],
  };
}
