import { useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { Button } from '../../../components/button.tsx';
import { useLazyParts } from '../../../lib/load-chunk.ts';
import type { Preview } from '../player/public.ts';
import { lazyVideoPanel } from '../video-export/public.ts';
import { nameDelivery } from './name-download.ts';
import type { Spoken } from './script-history.ts';

/** A narration and the video that it goes with. */
interface NarratedVideo {
  readonly video: File;
  readonly videoSeconds: number;
  /** The recording as it is heard. */
  readonly voice: Blob;
  readonly spoken: Omit<Spoken, 'audio'>;
}

interface MakeVideoPartProps {
  readonly preview: Preview;
  /** Undefined while there is nothing that a video could be made of; one that is being made goes on. */
  readonly narrated: NarratedVideo | undefined;
  readonly onDownload: (() => void) | undefined;
}

/** The way to the video with its narration, folded until it is wanted. */
export function MakeVideoPart({ preview, narrated, onDownload }: MakeVideoPartProps) {
  const { playback, speed } = preview;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const parts = useLazyParts(lazyVideoPanel, isOpen);
  return (
    <>
      {narrated && (
        <div>
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t(spokenScriptMessages.makeVideo)}
          </Button>
        </div>
      )}
      {parts && (
        <parts.VideoPanel
          id={id}
          isOpen={isOpen}
          playback={playback}
          source={narrated && describeSource(narrated, speed)}
          onMade={onDownload}
        />
      )}
    </>
  );
}

/** What is heard at another speed is so from beginning to end. */
function describeSource({ video, videoSeconds, voice, spoken }: NarratedVideo, speed: number) {
  const { language, chosenLanguage, described, cues = [] } = spoken;
  return {
    video,
    videoSeconds,
    voice,
    language: language ?? chosenLanguage,
    cues: cues.map(({ text, startSeconds, endSeconds }) => ({
      text,
      startSeconds: startSeconds / speed,
      endSeconds: endSeconds / speed,
    })),
    described,
    nameFile: (ending: string) => nameDelivery({ videoName: video.name, language }, ending),
  };
}
