import { useMemo } from 'react';
import type { Plan } from '#shared/api/account.ts';
import { premiumVoices } from '#shared/premium-voices.ts';
import { standardVoiceGroup, type VoiceGroup } from '../studio/voice-choice.ts';
import { useVoices } from '../voice-samples/use-voices.ts';

/** The five voices, and for premium people also those of the premium voices that this server has. */
export function useOfferedVoices(plan: Plan): readonly VoiceGroup[] {
  const { data: catalogue } = useVoices();
  return useMemo(() => {
    const names = new Set(catalogue?.map(voice => voice.name));
    const premium = plan === 'premium' ? premiumVoices.filter(name => names.has(name)) : [];
    if (premium.length === 0) return [standardVoiceGroup];
    return [{ label: 'Premium voices', voices: premium }, standardVoiceGroup];
  }, [plan, catalogue]);
}
