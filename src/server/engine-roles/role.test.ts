import { describe, expect, test } from 'vitest';
import type { Readiness, SpeechEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import {
  askRoles,
  countDaysLeft,
  describeEnd,
  endWarningDays,
  Role,
  SpeechRole,
  VisionRole,
} from './role.ts';

const never = new AbortController().signal;
const error = new CodedError('provider_unavailable');
const unable: Readiness = { kind: 'unable', error };
const unreached: Readiness = { kind: 'unreached', error };
const ready: Readiness = { kind: 'ready', model: 'm', found: 'named' };

interface Speaker {
  readiness?: Readiness;
  readonly lists?: readonly LanguageName[];
}

function createSpeaker(name: string, speaker: Speaker = {}): SpeechEngine {
  const { lists } = speaker;
  return {
    provider: { name, isOffline: name === 'offline' },
    model: undefined,
    identity: name,
    hasPremiumVoices: false,
    maxCharacters: 100,
    getSpeaker: voice => voice,
    getLanguageSupport: language => ({
      kind: !lists || lists.includes(language.name) ? 'spoken' : 'unlisted',
    }),
    speak: () => Promise.reject(new Error('not asked for here')),
    ...(speaker.readiness && { checkReadiness: async () => speaker.readiness as Readiness }),
  };
}

function listSpeakers(speakers: Record<string, Speaker>, wanted?: string) {
  const [first, ...rest] = Object.entries(speakers).map(([id, speaker]) => ({
    id,
    engine: createSpeaker(id, speaker),
    isWanted: id === wanted,
  }));
  if (!first) throw new TypeError('Nobody is there.');
  return [first, ...rest] as const;
}

const nameOf = (engine: { provider: { name: string } }) => engine.provider.name;

describe('a role uses', () => {
  test.each<[string, Readiness, Readiness, string]>([
    ['the first configured provider', ready, ready, 'first'],
    ['the next provider when the first reports that it cannot', unable, ready, 'second'],
    ['the first provider even when it does not answer: no silent change', unreached, ready, 'first'],
    ['the offline engine when no provider can', unable, unable, 'offline'],
  ])('%s', async (_, first, second, expected) => {
    const role = new Role(
      listSpeakers({ first: { readiness: first }, second: { readiness: second }, offline: {} }),
    );
    expect(nameOf(await role.choose(never))).toBe(expected);
    expect(nameOf(role.current)).toBe(expected);
  });

  test('the configured provider even when it cannot, so that calls fail with the reason', async () => {
    const role = new Role(listSpeakers({ named: { readiness: unable } }, 'named'));
    expect(nameOf(await role.choose(never))).toBe('named');
  });

  test('a provider again that comes up later', async () => {
    const first: Speaker = { readiness: unable };
    const role = new Role(listSpeakers({ first, offline: {} }));
    expect(nameOf(await role.choose(never))).toBe('offline');
    expect(role.passedOver).toEqual([error]);
    first.readiness = ready;
    expect(nameOf(await role.choose(never))).toBe('first');
    expect(role.passedOver).toEqual([]);
    expect(role.readiness).toEqual(ready);
  });

  test('the wrapped engines of a role, with shared readiness', async () => {
    const role = new Role(listSpeakers({ first: { readiness: unable }, offline: {} }));
    await role.map(engine => engine).choose(never);
    expect(nameOf(role.current)).toBe('offline');
  });
});

describe('a language is spoken', () => {
  const lists: Record<string, Speaker> = {
    first: { readiness: ready, lists: ['English', 'French'] },
    second: { readiness: ready, lists: ['English', 'French', 'Welsh'] },
    offline: {},
  };

  test.each<[LanguageName, string]>([
    ['French', 'first'],
    ['Welsh', 'second'],
    ['Maori', 'offline'],
  ])('%s by %s, the first that lists it', async (name, expected) => {
    for (const wanted of [undefined, 'first']) {
      const role = new SpeechRole(listSpeakers(lists, wanted));
      expect(nameOf(await role.chooseFor(getLanguage(name), never))).toBe(expected);
      expect(nameOf(role.findFor(getLanguage(name)))).toBe(expected);
    }
  });

  test('by the engine that a call names, and by no other', async () => {
    const role = new SpeechRole(listSpeakers(lists));
    const french = getLanguage('French');
    expect(nameOf(await role.chooseFor(french, never, 'offline'))).toBe('offline');
    await expect(role.chooseFor(french, never, 'parrot')).rejects.toMatchObject({ code: 'bad_request' });
  });
});

test('vision is offline if only the offline script engine is available', async () => {
  const createViewer = (name: string) => ({
    provider: { name, isOffline: name === 'offline' },
    model: undefined,
    analyze: async () => 'a dog',
  });
  const writer: Speaker = { readiness: unable };
  const script = new Role(
    listSpeakers({ writer, offline: {} }).map(({ id, engine }) => ({
      id,
      engine: { ...engine, async *writeScript() {}, canExpand: true, async *rewriteScript() {} },
    })) as never,
  );
  const offline = createViewer('offline');
  const candidates = [{ id: 'eyes', engine: createViewer('eyes') }] as const;
  const vision = new VisionRole(candidates, { script: script as never, offline }).map(engine => engine);
  expect(nameOf(await vision.choose(never))).toBe('offline');
  writer.readiness = ready;
  expect(nameOf(await vision.choose(never))).toBe('eyes');
});

describe('a page load', () => {
  test('receives the state of a provider that has come up', async () => {
    const first: Speaker = { readiness: unable };
    const role = new Role(listSpeakers({ first, offline: {} }));
    await askRoles([role]);
    expect(nameOf(role.current)).toBe('offline');
    first.readiness = ready;
    await askRoles([role]);
    expect(nameOf(role.current)).toBe('first');
  });

  test('does not wait for a provider that does not answer', async () => {
    const silent = { ...createSpeaker('silent'), checkReadiness: () => new Promise<Readiness>(() => {}) };
    const role = new Role([{ id: 'silent', engine: silent }]);
    await askRoles([role]);
    expect(nameOf(role.current)).toBe('silent');
  });
});

const today = new Date('2026-11-22T23:30:00Z');
const ending = (endsOn?: string) => ({ kind: 'ready', model: 'luna', found: 'named', endsOn }) as const;

test.each([
  ['2026-11-22', 'luna will be retired on 2026-11-22, today.'],
  ['2026-11-23', 'luna will be retired on 2026-11-23, tomorrow.'],
  ['2027-01-06', 'luna will be retired on 2027-01-06, in 45 days.'],
  ['2027-01-21', 'luna will be retired on 2027-01-21, in 60 days.'],
  ['2027-01-22', undefined],
  ['2026-11-21', 'luna was retired on 2026-11-21.'],
  ['some day', undefined],
  [undefined, undefined],
])('for a model whose last day is %s: %s', (endsOn, expected) => {
  expect(describeEnd(ending(endsOn), today)).toBe(expected);
});

test('nothing is shown for a model whose provider was not asked', () => {
  expect(describeEnd(undefined, today)).toBeUndefined();
  expect(
    describeEnd({ kind: 'unreached', error: new CodedError('provider_unavailable') }, today),
  ).toBeUndefined();
});

test('warns within 60 days, counted by calendar days', () => {
  expect(endWarningDays).toBe(60);
  expect(countDaysLeft('2026-11-23', today)).toBe(1);
  expect(countDaysLeft('2026-11-20', today)).toBe(-2);
});
