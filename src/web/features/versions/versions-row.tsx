import { useEffect, useRef, useState } from 'react';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { ForgetDialog } from './forget-dialog.tsx';
import { describeVersion, type Version } from './version.ts';
import classes from './versions-row.module.css';

interface VersionsRowProps {
  readonly versions: readonly Version[];
  readonly currentId: string | undefined;
  /** While something is worked on, nobody goes back. */
  readonly isWorking: boolean;
  readonly areKept: boolean;
  /** Some of them may still be in this browser. */
  readonly hasForgettingFailed: boolean;
  readonly onChoose: (version: Version) => void;
  readonly onForget: () => void;
}

/** A seal for each take of the video. One press goes back to it. */
export function VersionsRow(props: VersionsRowProps) {
  const { versions, currentId, isWorking, areKept, hasForgettingFailed, onChoose, onForget } = props;
  const [isAsked, setAsked] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  if (versions.length === 0) {
    if (hasForgettingFailed) return <ForgettingFailed />;
    return isForgotten && <SignOutNotice />;
  }
  return (
    <div className={classes.versions}>
      {/* biome-ignore lint/a11y/useSemanticElements: a few buttons, and no fields of a form */}
      <div className={classes.row} role="group" aria-label="Takes">
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
            Take {version.number}
          </button>
        ))}
        {!isWorking && <TextButton onClick={() => setAsked(true)}>Forget</TextButton>}
      </div>
      {!areKept && (
        <p className={classes.note}>
          This browser cannot keep your takes: they are here until you leave the page.
        </p>
      )}
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

function ForgettingFailed() {
  return <Notice tone="problem">The takes could not be deleted from this browser. Please try again.</Notice>;
}

/** Takes the keyboard's place of the row that is gone, and says that it is. */
function SignOutNotice() {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <p className={classes.note} ref={ref} tabIndex={-1}>
      Your takes are deleted from this browser.
    </p>
  );
}
