import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import { cloneMessages } from '#shared/messages/clone-voice.ts';
import { t } from '#shared/messages/message.ts';
import type { Plan } from '#shared/plans.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { TextButton } from '../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import { toChosen } from './listed-voices.ts';
import { ownVoicesQuery } from './own-voices.ts';

const lazyDialog = new LazyParts('form for a voice', () => import('./clone-dialog.tsx'));

interface AddVoiceProps {
  readonly catalogue: VoicesAnswer;
  readonly plans: readonly Plan[];
  readonly onChoose: (voice: ChosenVoice, voiceId: string) => void;
}

/** Offers to clone a voice where a provider can; it is then chosen. */
export function AddVoice({ catalogue, plans, onChoose }: AddVoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyDialog, isOpen);
  const queries = useQueryClient();
  const cloner = plans.includes('premium') && findCloner(catalogue);
  if (!cloner) return null;
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{t(cloneMessages.title)}</TextButton>
      {isOpen && parts && (
        <parts.CloneDialog
          cloner={cloner}
          onClose={() => setOpen(false)}
          onAdded={voice => {
            queries.invalidateQueries(ownVoicesQuery);
            onChoose(toChosen(voice), voice.voice);
          }}
        />
      )}
    </>
  );
}

function findCloner({ engines, others }: VoicesAnswer): EngineOfVoices | undefined {
  return [engines.premium, ...others.premium].find(({ canClone }) => canClone);
}
