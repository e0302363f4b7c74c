import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useLazyParts } from '../../lib/lazy-parts.ts';
import type { Film } from '../player/use-film.ts';
import { lazyVideoPanel } from '../video-export/lazy-video-panel.ts';
import { nameDelivery } from './name-download.ts';
import type { Spoken } from './script-history.ts';

interface MakeVideoPartProps {
  readonly film: Film;
  readonly video: File;
  readonly videoSeconds: number;
  /** The recording as it is heard. */
  readonly voice: Blob;
  readonly spoken: Omit<Spoken, 'audio'>;
  readonly onDownload: (() => void) | undefined;
}

/** The way to the video with its narration, folded until it is wanted. */
export function MakeVideoPart({ film, video, videoSeconds, voice, spoken, onDownload }: MakeVideoPartProps) {
  const { playback, speed } = film;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const parts = useLazyParts(lazyVideoPanel, isOpen);
  const { language, chosenLanguage, described, cues = [] } = spoken;
  const heard = cues.map(({ text, startSeconds, endSeconds }) => ({
    text,
    startSeconds: startSeconds / speed,
    endSeconds: endSeconds / speed,
  }));
  return (
    <>
      <div>
        <Button
          variant="default"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          Make the video
        </Button>
      </div>
      {isOpen && parts && (
        <div id={id}>
          <parts.VideoPanel
            playback={playback}
            video={video}
            videoSeconds={videoSeconds}
            voice={voice}
            language={language ?? chosenLanguage}
            cues={heard}
            described={described}
            nameFile={ending => nameDelivery({ videoName: video.name, language }, ending)}
            onMade={onDownload}
          />
        </div>
      )}
    </>
  );
}
