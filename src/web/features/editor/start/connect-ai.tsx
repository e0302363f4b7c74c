import { Link, useLocation } from 'react-router';
import { engineNoteMessages as messages } from '#shared/messages/engine-note.ts';
import { t } from '#shared/messages/message.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { getSetupHeaders } from '../../../lib/setup-key.ts';

export function useCanSetUp(): boolean {
  const { data } = usePublicConfig();
  return data !== undefined && (data.canSetUp || Object.keys(getSetupHeaders()).length > 0);
}

export function SetupLink() {
  const { pathname, search } = useLocation();
  return (
    <Link to="/setup" state={{ from: pathname + search }}>
      {t(messages.connectAi)}
    </Link>
  );
}

export function NoAi() {
  const canSetUp = useCanSetUp();
  const isOffline = usePublicConfig().data?.engines.script.isOffline;
  if (!canSetUp || !isOffline) return null;
  return (
    <p className="soft">
      {t(messages.offline)} <SetupLink />
    </p>
  );
}
