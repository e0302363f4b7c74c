import type { DescribedEngine } from '#engines/ports.ts';
import { ConfigError } from '../config/config.ts';
import type { Candidate, Candidates } from './role.ts';

/** A choice of provider as it was set. */
export interface ProviderSetting {
  /** The variable, as in `VISION_PROVIDER`. */
  readonly name: string;
  /** `auto`, `offline` or a provider. */
  readonly value: string;
}

/**
 * All that might do a role, the first choice first: by the order of what is offered, or the one that a setting names.
 * @param offered by the providers that are set up
 * @param mayBeOthers whether others stand behind one that is named, for what it does not do at all
 * @throws ConfigError for one that is named and is not set up
 */
export function listCandidates<Engine extends DescribedEngine>(
  { name, value }: ProviderSetting,
  offered: readonly Candidate<Engine>[],
  offline: Engine,
  { mayBeOthers = false } = {},
): Candidates<Engine> {
  const last: Candidate<Engine> = { id: 'offline', engine: offline };
  if (value === 'offline') return [last];
  if (value === 'auto') return putFirst(offered, last);
  const named = offered.find(({ id }) => id === value);
  if (!named)
    throw new ConfigError([
      `${name} is ${value}, which is not set up for this. Set its key or its base URL, or leave ${name} out.`,
    ]);
  const wanted = { ...named, isWanted: true };
  const others = mayBeOthers ? putFirst(offered, last).filter(({ id }) => id !== value) : [];
  return [wanted, ...others];
}

function putFirst<Engine>(
  offered: readonly Candidate<Engine>[],
  last: Candidate<Engine>,
): Candidates<Engine> {
  const [first, ...rest] = offered;
  return first ? [first, ...rest, last] : [last];
}
