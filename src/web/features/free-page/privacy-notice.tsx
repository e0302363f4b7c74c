import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { framesPerVideo } from '#shared/limits.ts';
import { spellCount } from '#shared/spell-count.ts';
import classes from './free-page.module.css';

/** What happens to a visitor's video and words, in the order in which they are sent. */
export function PrivacyNotice({ engines }: { engines: ConfigAnswer['engines'] | undefined }) {
  const providers = engines && [
    ...new Set(Object.values(engines).flatMap(engine => (engine.isOffline ? [] : [engine.name]))),
  ];
  return (
    <section className={classes.privacy} aria-labelledby="privacy">
      <h2 id="privacy">Your privacy</h2>
      <p>
        <strong>Your video is never stored.</strong> This browser takes {spellCount(framesPerVideo)} pictures
        from it and sends only those to our server. Where the browser cannot read a video, it sends a copy of
        a few coded pictures instead.
      </p>
      {providers && (
        <p>
          {providers.length === 0
            ? 'No AI provider is connected: nothing is passed on to anybody else.'
            : `The pictures, your wish and the script are passed on to ${providers.join(' and ')}, the AI provider in use.`}
        </p>
      )}
      <p>
        Prompts and scripts are stored anonymised, to make Benshi better: without your address, and with
        e-mail addresses and phone numbers blotted out. <Link to="/privacy">All about your privacy</Link>
      </p>
    </section>
  );
}
