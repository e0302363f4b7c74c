import type { RefObject } from 'react';
import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import type { Speakers } from '../voice-samples/public.ts';
import { describeRecipients } from './describe-recipients.ts';
import classes from './free-page.module.css';

interface PrivacyNoticeProps {
  /** How many are looked at, in words. */
  readonly pictures: string;
  /** Undefined until the server has said who works. */
  readonly engines: ConfigAnswer['engines'] | undefined;
  readonly speakers: Speakers | undefined;
  /** What is folded, for whoever asks for all of it from elsewhere on the page. */
  readonly details: RefObject<HTMLDetailsElement | null>;
}

/** What happens to a visitor's video and words: the promise in a line, the rest in the order in which it is sent. */
export function PrivacyNotice({ pictures, engines, speakers, details }: PrivacyNoticeProps) {
  return (
    <section className={classes.privacy} aria-labelledby="privacy">
      <h2 id="privacy">Your privacy</h2>
      <p>
        <strong>Your video is not kept.</strong> Prompts and scripts are stored, anonymised, to make Benshi
        better.
      </p>
      <details className={classes.details} ref={details}>
        <summary>More</summary>
        <p>
          This browser takes {pictures} pictures from it and sends only those to our server. Where the browser
          cannot read a video, it sends a copy of a few coded pictures instead. For a description it listens
          here for where people speak, and sends the times of the gaps, but no sound.
        </p>
        {engines && speakers && <p>{describeRecipients(engines, speakers)}</p>}
        <p>
          Prompts and scripts are stored without your address, and with e-mail addresses and phone numbers
          redacted. <Link to="/privacy">All about your privacy</Link>
        </p>
      </details>
    </section>
  );
}

/** Opens what is folded, and takes the keyboard there. */
export function showPrivacy(details: HTMLDetailsElement | null): void {
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ block: 'center' });
  details.querySelector('summary')?.focus({ preventScroll: true });
}
