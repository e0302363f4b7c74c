import { FilmControls, TwinPlayback } from '../player/public.ts';
import { TakesRow } from '../takes/public.ts';
import { HeardSentence } from './heard-sentence.tsx';
import { SpokenScript } from './spoken-script.tsx';
import { VideoPreview } from './video-preview.tsx';

/** What a studio shows only once there is a video, a take or a sound. */
export const filmParts = { FilmControls, HeardSentence, SpokenScript, TakesRow, TwinPlayback, VideoPreview };
