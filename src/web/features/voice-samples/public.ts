export { PlayButton, type Preview, usePreviewPlayer } from './preview-player.tsx';
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
export { VoiceSamples } from './voice-samples.tsx';
