import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { describeFailure } from '../../lib/describe-failure.ts';
import { showAlert } from '../../lib/show-alert.ts';
import { postAuth } from '../accounts/call-auth.ts';
import { changeSession } from '../session/session.ts';
import { confirmLeaving } from '../studio/use-leave-warning.ts';

interface LogoutButtonProps {
  readonly onLoggedOut: () => void;
}

/** What the person has made stays in this browser under their name, for when they sign in again. */
export function LogoutButton({ onLoggedOut }: LogoutButtonProps) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => postAuth('/sign-out'),
    networkMode: 'always',
    onSuccess: () => {
      for (const queryKey of [['profile'], ['account'], ['costs']]) queryClient.removeQueries({ queryKey });
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
