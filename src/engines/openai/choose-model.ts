import type { Readiness } from '../ports.ts';
import { chatModels, type KnownModel } from './known-models.ts';
import { isPlainName } from './plain-name.ts';
import type { ServerListing, ServerModel } from './servers/server-model.ts';

/** A role that a chat does. */
export type ChatRole = 'vision' | 'script';

/** For whom a model is chosen. */
export interface ModelWish {
  readonly role: ChatRole;
  /** The model that the settings name; undefined for `auto`. */
  readonly named: string | undefined;
  /** The setting that names it, or would. */
  readonly setting: string;
  readonly isVendor: boolean;
  /** Who has the models, as it stands in a sentence. */
  readonly providerName: string;
  /** Models that a call was just told are not there. */
  readonly rejected: ReadonlySet<string>;
  /** ISO, as in `2026-11-22`. */
  readonly today: string;
}

/** Beyond so many, on a server that does not say what it is, no choice of ours would be what somebody wants to pay for. */
const mostToChooseFrom = 20;
const mostNamed = 8;

/** Which model does a role, by what a server says it has. */
export function chooseModel({ kind, models }: ServerListing, wish: ModelWish): Readiness {
  if (wish.named !== undefined) return judgeNamed(wish.named, models, wish);
  if (!models) return chooseUnlisted(wish);
  const able = models.filter(model => canDo(model, wish));
  const known = findKnown(able, wish);
  if (known) return known;
  if (wish.isVendor) return refuseVendor(wish);
  if (able.length === 0) return refuse(nameAbsence(wish));
  if (kind === 'other' && able.length > mostToChooseFrom)
    return refuse(
      `There are ${able.length} models at ${wish.providerName}. One has to be named in ${wish.setting}.`,
    );
  return takeBest(able, wish);
}

function ready(model: string, found: string, endsOn: string | undefined): Readiness {
  return { kind: 'ready', model, found, ...(endsOn !== undefined && { endsOn }) };
}

function refuse(reason: string): Readiness {
  return { kind: 'unable', reason };
}

/** A name that is wrong is a mistake of whoever set it: nobody else takes the work over without a word. */
function judgeNamed(named: string, models: readonly ServerModel[] | undefined, wish: ModelWish): Readiness {
  const found = `named by ${wish.setting}`;
  if (!models) return ready(named, found, undefined);
  const model = models.find(each => isCalled(each.name, named));
  if (!model) return { kind: 'unreached', reason: nameThoseThatAreThere(named, models, wish) };
  if (wish.role === 'vision' && model.seesPictures === false)
    return { kind: 'unreached', reason: `The model ${model.name} at ${wish.providerName} sees no pictures.` };
  return ready(model.name, found, findEnd(model, wish));
}

/** Ollama and LocalAI's tags may be left out; OpenRouter's variants (`:free`) are not in its list. */
function isCalled(name: string, named: string): boolean {
  return name === named || name === `${named}:latest`;
}

function nameThoseThatAreThere(named: string, models: readonly ServerModel[], wish: ModelWish): string {
  const able = models
    .filter(model => canDo(model, wish))
    .map(({ name }) => name)
    .filter(isPlainName);
  const some = able.slice(0, mostNamed);
  const more = able.length - some.length;
  const list = more > 0 ? `${some.join(', ')} and ${more} more` : some.join(', ');
  const there = able.length === 0 ? 'There is none that could do its work.' : `It has ${list}.`;
  return `There is no model ${named} at ${wish.providerName}. ${there}`;
}

/** What answers for a model that the server does not say anything of, is found by asking. */
function canDo(model: ServerModel, { role, rejected, today }: ModelWish): boolean {
  if (model.writes === false || (model.speaks && !model.writes) || model.isRemote) return false;
  if (rejected.has(model.name) || isPast(model.endsOn, today)) return false;
  return role === 'script' || model.seesPictures !== false;
}

/** On the day itself it may have ended already. */
function isPast(endsOn: string | undefined, today: string): boolean {
  return endsOn !== undefined && endsOn <= today;
}

/** The first of the dated list; a gateway may write the maker before it: `openai/gpt-6-luna`. */
function findKnown(able: readonly ServerModel[], wish: ModelWish): Readiness | undefined {
  for (const known of listCurrent(wish)) {
    const model = able.find(({ name }) => name === known.name || name === `openai/${known.name}`);
    if (model) return ready(model.name, 'the first of the known models that is there', findEnd(model, wish));
  }
  return undefined;
}

function listCurrent({ isVendor, today, rejected }: ModelWish): readonly KnownModel[] {
  // The dates are the vendor's: what bears the same name elsewhere may be another model.
  return chatModels.filter(({ name, endsOn }) => !rejected.has(name) && !(isVendor && isPast(endsOn, today)));
}

/** The day that the server says, else, at the vendor, the one that is known. */
function findEnd(model: ServerModel, { isVendor }: ModelWish): string | undefined {
  const known = isVendor ? chatModels.find(({ name }) => name === model.name)?.endsOn : undefined;
  return model.endsOn ?? known;
}

/** Without a list only the vendor's own models can be known. */
function chooseUnlisted(wish: ModelWish): Readiness {
  const [first] = wish.isVendor ? listCurrent(wish) : [];
  if (first)
    return ready(
      first.name,
      'the first of the known models, without a list of those that are there',
      first.endsOn,
    );
  if (wish.isVendor) return refuseVendor(wish);
  return refuse(
    `There is no list of models at ${wish.providerName}. One has to be named in ${wish.setting}.`,
  );
}

function refuseVendor(wish: ModelWish): Readiness {
  const names = chatModels.map(({ name }) => name).join(' or ');
  return refuse(
    `There is no model ${names} for this key at ${wish.providerName}. Another has to be named in ${wish.setting}.`,
  );
}

function nameAbsence({ role, providerName }: ModelWish): string {
  const ability = role === 'vision' ? 'sees pictures' : 'writes';
  return `There is no model that ${ability} at ${providerName}.`;
}

/** One that surely sees before one that may; the largest context; and, to write, the one that sees: it is loaded already. */
function takeBest(able: readonly ServerModel[], { role, providerName }: ModelWish): Readiness {
  const [best] = able.toSorted(role === 'vision' ? compareEyes : compareWriters);
  const name = best?.name ?? '';
  const what = role === 'vision' && best?.seesPictures ? 'model that sees pictures' : 'model';
  const sees = able.filter(({ seesPictures }) => seesPictures).length;
  const others = role === 'vision' && best?.seesPictures ? sees : able.length;
  const found =
    others === 1
      ? `the only ${what} at ${providerName}`
      : `the ${what} with the largest context at ${providerName}`;
  return ready(name, found, best?.endsOn);
}

function compareEyes(one: ServerModel, other: ServerModel): number {
  return countSeeing(other) - countSeeing(one) || compareContext(one, other);
}

function compareWriters(one: ServerModel, other: ServerModel): number {
  return compareContext(one, other) || countSeeing(other) - countSeeing(one);
}

function countSeeing({ seesPictures }: ServerModel): number {
  return Number(seesPictures === true);
}

function compareContext(one: ServerModel, other: ServerModel): number {
  return (other.contextTokens ?? 0) - (one.contextTokens ?? 0);
}
