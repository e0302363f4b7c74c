import type { MixSettings } from '#media/mix/mix-settings.ts';
import { noteFailure } from '../../../lib/failures.ts';
import type { EditorState, EditorStore, Sound } from '../model/editor-state.ts';
import { getMusic, type HeardMusic } from '../model/music.ts';
import { findRecording, getNarration } from '../model/select.ts';
import { getPreviewPlan, type PreviewPlan } from './plan-preview.ts';
import { Playback } from './playback.ts';
import { soundCache } from './sound-cache.ts';

/** Plays what the editor shows: every edit is heard at once. @returns ends that */
export function connectPlayer(store: EditorStore): () => void {
  const playback = new Playback();
  store.setState({ player: playback });
  let heard: { plan: PreviewPlan; mix: MixSettings | undefined; music: HeardMusic | undefined } | undefined;
  const follow = (state: EditorState) => {
    const plan = getPreviewPlan(state);
    const mix = getNarration(state)?.settings.mix;
    const music = getMusic(state);
    if (plan === heard?.plan && mix === heard.mix && music === heard.music) return;
    if (plan !== heard?.plan || mix !== heard.mix) playback.setPlan(plan, mix);
    playback.setMusic(music);
    heard = { plan, mix, music };
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
  measured.add(recording.mp3);
  try {
    const seconds = await soundCache.measureSeconds(recording.mp3);
    store.setState(({ sounds }) => ({ sounds: setSeconds(sounds, recording, seconds) }));
  } catch (error) {
    noteFailure(error);
  }
}

function setSeconds(sounds: ReadonlyMap<string, Sound>, { key, mp3 }: Sound, seconds: number) {
  const sound = sounds.get(key);
  return sound?.mp3 === mp3 ? new Map(sounds).set(key, { ...sound, seconds }) : sounds;
}
