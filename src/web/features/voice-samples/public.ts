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
export { PlayButton, type Preview, usePreviewPlayer, VoiceSamples } from './voice-samples.tsx';
