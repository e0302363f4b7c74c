import type { VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { Notice } from '../../components/notice.tsx';
import { PlayButton } from './play-button.tsx';
import { usePreviewPlayer } from './use-preview-player.ts';
import classes from './voice-samples.module.css';

/** Voices with their samples, each fetched when first played. */
export function SampleList({ voices, language }: { voices: VoicesAnswer['voices']; language: LanguageName }) {
  const { preview, toggle, audio } = usePreviewPlayer(language);
  return (
    <>
      <ul className={classes.list}>
        {voices.map(voice => (
          <li key={voice.name}>
            <PlayButton voice={voice.name} preview={preview} onClick={() => toggle(voice)} />
            <span className={classes.name}>{voice.name}</span>
            <span className={classes.description}>{voice.description.split(' ').join(', ')}</span>
            {preview?.voice === voice.name && preview.problem && (
              <div className={classes.problem}>
                <Notice tone="problem">{preview.problem}</Notice>
              </div>
            )}
          </li>
        ))}
      </ul>
      <audio {...audio} />
    </>
  );
}
