import { useEffect, useState } from 'react';
import { accountListMessages as messages } from '#shared/messages/account-list.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/failures.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { listVersions, restoreVersion } from '../keep/account.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './narrations.module.css';

interface ProjectVersionsProps {
  readonly id: string;
  readonly onRestored: () => void;
}

export function ProjectVersions({ id, onRestored }: ProjectVersionsProps) {
  const editor = useEditor();
  const [versions, setVersions] = useState<Awaited<ReturnType<typeof listVersions>>>();
  const [problem, setProblem] = useState<string>();
  const fail = (error: unknown) => setProblem(describeFailure(error));
  useEffect(() => {
    listVersions(id).then(setVersions, error => setProblem(describeFailure(error)));
  }, [id]);
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (versions?.length === 0) return <p className={classes.facts}>{t(messages.noVersions)}</p>;
  return (
    <ul>
      {versions?.map(({ revision, savedAt }) => {
        const date = formatDateTime(savedAt);
        return (
          <li key={revision} className={classes.facts}>
            {t(messages.versionBefore, { date })}{' '}
            <TextButton
              aria-label={t(messages.restoreVersion, { date })}
              onClick={() => void restoreVersion(editor, id, revision).then(onRestored, fail)}
            >
              {t(messages.restore)}
            </TextButton>
          </li>
        );
      })}
    </ul>
  );
}
