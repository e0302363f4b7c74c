import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import { cloneMessages } from '#shared/messages/clone-voice.ts';
import { t } from '#shared/messages/message.ts';
import { TextButton } from '../../components/button.tsx';
import { LazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import { toChosen } from './listed-voices.ts';
import { ownVoicesQuery } from './own-voices.ts';
import type { VoiceChoice } from './voice-browser.tsx';

const lazyDialog = new LazyParts('form for a voice', () => import('./clone-dialog.tsx'));

interface AddVoiceProps extends Pick<VoiceChoice, 'plans' | 'onChoose'> {
  readonly catalogue: VoicesAnswer;
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
