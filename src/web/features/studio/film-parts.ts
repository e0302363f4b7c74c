import { FilmControls } from '../player/film-controls.tsx';
import { TwinPlayback } from '../player/twin-playback.ts';
import { TakesRow } from '../takes/takes-row.tsx';
import { HeardSentence } from './heard-sentence.tsx';
import { SpokenScript } from './spoken-script.tsx';
import { VideoPreview } from './video-preview.tsx';

/** What a studio shows only once there is a video, a take or a sound. */
export const filmParts = { FilmControls, HeardSentence, SpokenScript, TakesRow, TwinPlayback, VideoPreview };
