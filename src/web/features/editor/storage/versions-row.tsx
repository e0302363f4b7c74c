import { useEffect, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import type { Version } from './version.ts';
import classes from './versions-row.module.css';

interface VersionsRowProps {
  readonly versions: readonly Version[];
  readonly currentId: string | undefined;
  /** While something is being generated, no version can be chosen. */
  readonly isWorking: boolean;
  readonly areKept: boolean;
  /** Some of them may still be in this browser. */
  readonly hasForgettingFailed: boolean;
  readonly onChoose: (version: Version) => void;
  readonly onForget: () => void;
}

/** A badge for each version of the video. One press goes back to it. */
export function VersionsRow(props: VersionsRowProps) {
  const { versions, currentId, isWorking, areKept, hasForgettingFailed, onChoose, onForget } = props;
  const [isAsked, setAsked] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  if (versions.length === 0) {
    if (hasForgettingFailed) return <ForgettingFailed />;
    return isForgotten && <DeletedNotice />;
  }
  return (
    <div className={classes.versions}>
      {/* biome-ignore lint/a11y/useSemanticElements: a few buttons, and no fields of a form */}
      <div className={classes.row} role="group" aria-label={t(versionsMessages.versions)}>
        {versions.map(version => (
          <button
            key={version.id}
            type="button"
            className={classes.badge}
            aria-label={describeVersion(version)}
            aria-pressed={version.id === currentId}
            aria-disabled={isWorking || undefined}
            data-spoken={version.sound !== undefined}
            title={version.script.slice(0, 120)}
            onClick={isWorking ? undefined : () => onChoose(version)}
          >
            {t(versionsMessages.version, { number: version.number })}
          </button>
        ))}
        {!isWorking && (
          <TextButton onClick={() => setAsked(true)}>{t(versionsMessages.deleteAll)}</TextButton>
        )}
      </div>
      {!areKept && <p className={classes.note}>{t(versionsMessages.notKept)}</p>}
      {hasForgettingFailed && <ForgettingFailed />}
      {isAsked && (
        <ForgetDialog
          onClose={() => setAsked(false)}
          onForget={() => {
            setAsked(false);
            setForgotten(true);
            onForget();
          }}
        />
      )}
    </div>
  );
}

function describeVersion({ number, scriptLanguage, sound }: Version): string {
  const { written, writtenIn, spoken, spokenIn } = versionsMessages;
  const language = sound ? sound.language : scriptLanguage;
  if (!sound) return language ? t(writtenIn, { number, language }) : t(written, { number });
  const { voice } = sound;
  return language ? t(spokenIn, { number, voice, language }) : t(spoken, { number, voice });
}

function ForgettingFailed() {
  return <Notice tone="problem">{t(versionsMessages.deleteFailed)}</Notice>;
}

/** Says that the versions are gone, and takes the focus that was in their row. */
function DeletedNotice() {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p className={classes.note} ref={ref} tabIndex={-1}>
      {t(versionsMessages.deleted)}
    </p>
  );
}
