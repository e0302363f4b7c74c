import type { DescribedEngine } from '#engines/ports.ts';
import { ConfigError } from '../config/config.ts';
import type { Candidate, Candidates } from './role.ts';

export interface ProviderSetting {
  /** The variable, as in `VISION_PROVIDER`. */
  readonly name: string;
  /** `auto`, `offline` or a provider. */
  readonly value: string;
}

/**
 * All candidates for a role, preferred first: in the order of the offers, or the named one.
 * @param offered by the providers that are set up
 * @param mayBeOthers whether others follow a named one, for what it cannot do at all
 * @throws ConfigError for a named provider that is not set up
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
