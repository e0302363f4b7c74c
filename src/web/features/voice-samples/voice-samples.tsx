import { Link } from 'react-router';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { PlayButton, usePreviewPlayer } from './preview-player.tsx';
import { useVoices } from './speakers.ts';
import classes from './voice-samples.module.css';

export function VoiceSamples({ language }: { language: LanguageName }) {
  const voices = useVoices();
  const standard = voices.data?.voices.filter(({ plan }) => plan === 'standard');
  const error = !voices.data && voices.error;
  return (
    <section className={classes.samples} aria-labelledby="voices">
      <h2 id="voices">{t(voicesMessages.samples)}</h2>
      {error && <FailureNotice error={error} />}
      {standard && <SampleList voices={standard} language={language} />}
      <p className={classes.hint}>
        <Link to="/premium">{t(voicesMessages.betterVoices)}</Link>
      </p>
    </section>
  );
}

function SampleList({ voices, language }: { voices: VoicesAnswer['voices']; language: LanguageName }) {
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
