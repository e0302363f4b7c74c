import { useState } from 'react';

/** Under a narrator the video's own sound steps back; alone it is as it was recorded. */
const usualVolumes = { narrated: 0.25, alone: 1 };
type Company = keyof typeof usualVolumes;

const keyOf = (company: Company) => `benshi-original-sound-${company}`;

/**
 * How loud the video's own sound is, 0 to 1, remembered in this browser: once for when a narrator speaks and once for when not.
 */
export function useOriginalVolume(isNarrated: boolean): readonly [number, (volume: number) => void] {
  const [chosen, setChosen] = useState(() => ({ narrated: read('narrated'), alone: read('alone') }));
  const company: Company = isNarrated ? 'narrated' : 'alone';
  return [
    chosen[company] ?? usualVolumes[company],
    volume => {
      setChosen(before => ({ ...before, [company]: volume }));
      try {
        localStorage.setItem(keyOf(company), String(volume));
      } catch {
        // A browser that keeps nothing: it holds until the page is left.
      }
    },
  ];
}

function read(company: Company): number | undefined {
  try {
    const kept = localStorage.getItem(keyOf(company));
    const volume = Number(kept);
    return kept !== null && volume >= 0 && volume <= 1 ? volume : undefined;
  } catch {
    return undefined;
  }
}
