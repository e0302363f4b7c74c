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
        {voices.map(({ name, description }) => (
          <li key={name}>
            <PlayButton
              voice={{ id: name, name }}
              preview={preview}
              onClick={() => toggle({ id: name, name })}
            />
            <span className={classes.name}>{name}</span>
            <span className={classes.description}>{description.split(' ').join(', ')}</span>
            {preview?.id === name && preview.problem && (
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
