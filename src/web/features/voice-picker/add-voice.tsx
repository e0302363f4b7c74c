import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EngineOfVoices, OwnVoicesAnswer, VoicesAnswer } from '#shared/api/voices.ts';
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
  readonly own: OwnVoicesAnswer | undefined;
  readonly plans: readonly Plan[];
  readonly onChoose: (voice: ChosenVoice, voiceId: string) => void;
}

/** Offers to clone a voice where a provider can, to whom its private voices are for; it is then chosen. */
export function AddVoice({ catalogue, own, plans, onChoose }: AddVoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyDialog, isOpen);
  const queries = useQueryClient();
  const mayAdd = own?.includesPrivate === true && plans.includes('premium');
  const cloner = mayAdd && findCloner(catalogue);
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
