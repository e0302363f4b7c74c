import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useVoices } from './speakers.ts';
import classes from './voice-samples.module.css';

/** Samples of the five standard voices in the chosen language. */
export function VoiceSamples({ language }: { language: LanguageName }) {
  const voices = useVoices();
  // Not part of the first load: the list is below the form.
  const list = useQuery({
    queryKey: ['sample list'],
    queryFn: () => loadChunk('voice samples', () => import('./sample-list.tsx')),
  });
  const standard = voices.data?.voices.filter(({ plan }) => plan === 'standard');
  const error = (!voices.data && voices.error) || list.error;
  return (
    <section className={classes.samples} aria-labelledby="voices">
      <h2 id="voices">{t(voicesMessages.samples)}</h2>
      {error && <FailureNotice error={error} />}
      {standard && list.data && <list.data.SampleList voices={standard} language={language} />}
      <p className={classes.hint}>
        <Link to="/premium">{t(voicesMessages.betterVoices)}</Link>
      </p>
    </section>
  );
}
