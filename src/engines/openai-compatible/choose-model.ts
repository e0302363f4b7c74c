import { CodedError } from '#shared/errors.ts';
import type { Readiness } from '../ports.ts';
import type { ServerListing } from './ask-server.ts';
import { chatModels } from './known-models.ts';
import type { ServerModel } from './list-models.ts';
import type { Server } from './server.ts';
import type { ServerKind } from './server-presets.ts';

/** For what a model is chosen. */
export interface ModelRole {
  readonly role: 'vision' | 'script';
  /** The model that the settings name; undefined for `auto`. */
  readonly named: string | undefined;
  /** The setting that names it, or would. */
  readonly setting: string;
}

/** The model that a call is to be made to. */
export interface ChosenModel {
  readonly name: string;
  readonly kind: ServerKind;
  /** Where the server's interface begins. */
  readonly apiUrl: string;
}

/** Which model does a role, found out by asking the server whenever it is needed. */
export interface ModelChoice {
  /** As far as is known. */
  readonly model: string | undefined;
  /** See `DescribedEngine`. */
  checkReadiness(signal: AbortSignal): Promise<Readiness>;
  /** @throws CodedError the reason why there is none, `client_closed` */
  require(signal: AbortSignal): Promise<ChosenModel>;
  /** A call was told that the model is not there: the next question is asked anew. */
  reject(name: string): void;
}

/** A model that was told not to be there may have been fetched since. */
const rejectedMs = 60_000;
/** Beyond so many, on a marketplace or a server that does not say what it is, no choice of ours would be what somebody wants to pay for. */
const mostToChooseFrom = 20;
const mostNamed = 8;

export function createModelChoice(server: Server, wanted: ModelRole): ModelChoice {
  let model = wanted.named;
  const rejectedUntil = new Map<string, number>();
  const isRejected = (name: string) => (rejectedUntil.get(name) ?? 0) > performance.now();

  async function judge(signal: AbortSignal) {
    const found = await server.find(signal);
    const unlisted = {
      kind: 'other' as const,
      apiUrl: found.kind === 'failed' ? found.apiUrl : '',
      models: undefined,
    };
    const listing = found.kind === 'found' ? found.listing : unlisted;
    const readiness = chooseModel(listing, { ...wanted, ...server, isRejected });
    // Without the list a model that is named can still be tried, and so can the vendor's.
    if (found.kind === 'failed' && !(found.mayTry && readiness.kind === 'ready'))
      return { listing, readiness: unreached(found.error.message), error: found.error };
    if (readiness.kind === 'ready') model = readiness.model;
    return { listing, readiness };
  }

  return {
    get model() {
      return model;
    },
    checkReadiness: async signal => (await judge(signal)).readiness,
    async require(signal) {
      const { listing, readiness, error } = await judge(signal);
      if (readiness.kind === 'ready' && readiness.model !== undefined)
        return { name: readiness.model, kind: listing.kind, apiUrl: listing.apiUrl };
      if (error) throw error;
      const message = readiness.kind === 'ready' ? undefined : readiness.reason;
      throw new CodedError('provider_unavailable', { message, costsNothing: true });
    },
    reject(name) {
      server.forget();
      if (wanted.named === undefined) rejectedUntil.set(name, performance.now() + rejectedMs);
    },
  };
}

interface Choosing extends ModelRole, Pick<Server, 'isVendor' | 'providerName'> {
  isRejected(name: string): boolean;
}

/** Which model does a role, by what a server says it has. */
function chooseModel({ kind, models }: ServerListing, choosing: Choosing): Readiness {
  const { named, setting, isVendor, providerName } = choosing;
  if (named !== undefined) return judgeNamed(named, models, choosing);
  if (!models && !isVendor)
    return refuse(`There is no list of models at ${providerName}. One has to be named in ${setting}.`);
  const able = models?.filter(model => canDo(model, choosing));
  const known = findKnown(able, choosing);
  if (known) return known;
  if (isVendor || !able) {
    const names = chatModels.map(({ name }) => name).join(' or ');
    return refuse(
      `There is no model ${names} for this key at ${providerName}. Another has to be named in ${setting}.`,
    );
  }
  if ((kind === 'other' || kind === 'openrouter') && able.length > mostToChooseFrom)
    return refuse(`There are ${able.length} models at ${providerName}. One has to be named in ${setting}.`);
  return takeBest(able, choosing);
}

export function ready(model: string | undefined, found: string, endsOn?: string): Readiness {
  return { kind: 'ready', model, found, ...(endsOn !== undefined && { endsOn }) };
}

function refuse(reason: string): Readiness {
  return { kind: 'unable', reason };
}

export function unreached(reason: string): Readiness {
  return { kind: 'unreached', reason };
}

/** A wrong name is a mistake in the settings: no other provider takes the work over without saying so. */
function judgeNamed(
  named: string,
  models: readonly ServerModel[] | undefined,
  { setting, role, providerName, isVendor, isRejected }: Choosing,
): Readiness {
  const found = `named by ${setting}`;
  if (!models) return ready(named, found);
  // Ollama's and LocalAI's tags may be left out.
  const model = models.find(({ name }) => name === named || name === `${named}:latest`);
  if (!model) {
    const able = models.filter(each => canDo(each, { role, isRejected }));
    return unreached(describeMissing(named, providerName, able));
  }
  if (role === 'vision' && model.seesPictures === false)
    return unreached(`The model ${model.name} at ${providerName} sees no pictures.`);
  return ready(model.name, found, findEnd(model, isVendor));
}

/** A sentence for a model that is named and missing, with some of those that are there. */
export function describeMissing(named: string, providerName: string, able: readonly ServerModel[]): string {
  const names = able.map(({ name }) => name).filter(isPlainName);
  const some = names.slice(0, mostNamed).join(', ');
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  const there = names.length === 0 ? 'There is none that could do its work.' : `It has ${some}${more}.`;
  return `There is no model ${named} at ${providerName}. ${there}`;
}

/** Whether a name may stand in a sentence: what a server calls its models may be anything. */
function isPlainName(name: string): boolean {
  return name.length <= 100 && /^[\p{L}\p{N}][\p{L}\p{N} ._:/@+-]*$/u.test(name);
}

/** What answers for a model that the server does not say anything of, is found by asking. */
function canDo(model: ServerModel, { role, isRejected }: Pick<Choosing, 'role' | 'isRejected'>): boolean {
  if (model.writes === false || (model.speaks && !model.writes) || model.isRemote) return false;
  if (isRejected(model.name) || isPast(model.endsOn)) return false;
  return role === 'script' || model.seesPictures !== false;
}

/** On the day itself it may have ended already. */
export function isPast(endsOn: string | undefined): boolean {
  return endsOn !== undefined && endsOn <= new Date().toISOString().slice(0, 10);
}

/**
 * The first of the dated list; a gateway may write the maker before it: `openai/gpt-6-luna`.
 * @param able undefined without a list
 */
function findKnown(
  able: readonly ServerModel[] | undefined,
  { isVendor, isRejected }: Choosing,
): Readiness | undefined {
  for (const known of chatModels) {
    // The dates are the vendor's: what bears the same name elsewhere may be another model.
    if (isRejected(known.name) || (isVendor && isPast(known.endsOn))) continue;
    if (!able)
      return ready(
        known.name,
        'the first of the known models, without a list of those that are there',
        known.endsOn,
      );
    const model = able.find(({ name }) => name === known.name || name === `openai/${known.name}`);
    if (model)
      return ready(model.name, 'the first of the known models that is there', findEnd(model, isVendor));
  }
  return undefined;
}

/** The day that the server says, else, at the vendor, the one that is known. */
function findEnd(model: ServerModel, isVendor: boolean): string | undefined {
  const known = isVendor ? chatModels.find(({ name }) => name === model.name)?.endsOn : undefined;
  return model.endsOn ?? known;
}

/** One that surely sees before one that may; the largest context; and, to write, the one that sees: it is loaded already. */
function takeBest(able: readonly ServerModel[], { role, providerName }: Choosing): Readiness {
  const sees = ({ seesPictures }: ServerModel) => Number(seesPictures === true);
  const bySight = (one: ServerModel, other: ServerModel) => sees(other) - sees(one);
  const byContext = (one: ServerModel, other: ServerModel) =>
    (other.contextTokens ?? 0) - (one.contextTokens ?? 0);
  const [best] = able.toSorted(
    role === 'vision'
      ? (a, b) => bySight(a, b) || byContext(a, b)
      : (a, b) => byContext(a, b) || bySight(a, b),
  );
  if (!best)
    return refuse(
      `There is no model that ${role === 'vision' ? 'sees pictures' : 'writes'} at ${providerName}.`,
    );
  const mustSee = role === 'vision' && best.seesPictures;
  const others = mustSee ? able.filter(({ seesPictures }) => seesPictures) : able;
  const what = mustSee ? 'model that sees pictures' : 'model';
  const found =
    others.length === 1
      ? `the only ${what} at ${providerName}`
      : `the ${what} with the largest context at ${providerName}`;
  return ready(best.name, found, best.endsOn);
}
