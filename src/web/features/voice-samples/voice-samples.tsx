import { Link } from 'react-router';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { Notice } from '../../components/notice.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { PlayButton } from './play-button.tsx';
import { useVoices } from './speakers.ts';
import { usePreviewPlayer } from './use-preview-player.ts';
import classes from './voice-samples.module.css';

/** Samples of the five standard voices in the chosen language. A sample is fetched when it is first played. */
export function VoiceSamples({ language }: { language: LanguageName }) {
  const { data, error } = useVoices();
  const voices = data?.voices.filter(({ plan }) => plan === 'standard');
  const { preview, toggle, audio } = usePreviewPlayer(language);
  return (
    <section className={classes.samples} aria-labelledby="voices">
      <h2 id="voices">{t(voicesMessages.samples)}</h2>
      {error && !data && <Notice tone="problem">{describeFailure(error)}</Notice>}
      <ul className={classes.list}>
        {voices?.map(voice => (
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
      <p className={classes.hint}>
        <Link to="/premium">{t(voicesMessages.betterVoices)}</Link>
      </p>
      <audio {...audio} />
    </section>
  );
}
