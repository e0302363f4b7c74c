import { nameProvider } from '../provider/name-provider.ts';
import type { ProviderAccess } from '../provider/prepare-connection.ts';
import { type ChatMemory, createChatMemory } from './chat-habits.ts';
import { vendor, vendorUrl } from './connect.ts';
import { createServerFacts, type ServerFacts } from './servers/server-facts.ts';

/** A server with this interface, and what was learnt of it, for all the roles that it does. */
export interface Server {
  readonly access: ProviderAccess;
  /** As it stands in a sentence. */
  readonly providerName: string;
  /** False for a compatible server. */
  readonly isVendor: boolean;
  readonly facts: ServerFacts;
  readonly memory: ChatMemory;
}

export function describeServer(access: ProviderAccess): Server {
  const providerName = nameProvider(vendor, access.baseUrl);
  const isVendor = providerName === vendor.name;
  const facts = createServerFacts({ ...access, isVendor, vendorUrl });
  return { access, providerName, isVendor, facts, memory: createChatMemory() };
}
