export { PlayButton } from './play-button.tsx';
export {
  findSpeaker,
  getLanguageSupport,
  listSpeakers,
  maySpeak,
  nameSpeaker,
  type Speaker,
  type Speakers,
  useEngineRefresh,
  useSpeakers,
  useVoices,
} from './speakers.ts';
export { type Preview, usePreviewPlayer } from './use-preview-player.ts';
export { VoiceSamples } from './voice-samples.tsx';
