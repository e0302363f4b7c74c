import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '../../lib/describe-failure.ts';
import { showAlert } from '../../lib/show-alert.ts';
import { postAuth } from '../accounts/call-auth.ts';
import { changeSession } from '../session/session.ts';
import { removeSessionDraft } from '../studio/session-draft.ts';
import { confirmLeaving } from '../studio/use-leave-warning.ts';

interface LogoutButtonProps {
  /** What the person leaves behind in this tab under this key goes with them. */
  readonly draftKey: string;
  readonly onLoggedOut: () => void;
}

export function LogoutButton({ draftKey, onLoggedOut }: LogoutButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => postAuth('/sign-out'),
    networkMode: 'always',
    onSuccess: () => {
      removeSessionDraft(draftKey);
      for (const queryKey of [['profile'], ['costs']]) queryClient.removeQueries({ queryKey });
      onLoggedOut();
      return changeSession(queryClient, () => null);
    },
    onError: error => showAlert(describeFailure(error)),
  });
  return (
    <Button
      variant="default"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending && confirmLeaving()) mutate();
      }}
    >
      Logout
    </Button>
  );
}
