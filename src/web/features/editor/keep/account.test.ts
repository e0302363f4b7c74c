import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodedError } from '#shared/errors.ts';
import type { Command } from '#shared/narration/commands.ts';
import { isSame } from '#shared/narration/find-changes.ts';
import type { OtherText } from '#shared/narration/merge-changes.ts';
import { createLine, createNarration, createProject, type Project } from '#shared/narration/project.ts';
import { projectSchema } from '#shared/narration/project-schema.ts';
import { openDocument, run } from '../model/change-document.ts';
import { createEditorStore } from '../model/editor-state.ts';
import { redo, undo } from '../model/undo.ts';
import type { StoredDocument } from './account.ts';
import { exchange } from './account.ts';
import type { AccountBase } from './database.ts';
import { takeDocument } from './elsewhere.ts';

/** What becomes of a call. */
const fates = [
  'arrives',
  'is lost',
  'loses its answer',
  'comes late',
  'comes twice',
  'ends the page',
] as const;

interface Fate {
  readonly what: (typeof fates)[number];
  /** Meanwhile. */
  readonly step: Step | undefined;
}

interface Step {
  readonly who: number;
  readonly what: keyof typeof acts | 'connect' | 'all connect' | (typeof events)[number];
  /** Which line, person, backup … */
  readonly which: number;
  readonly fates: readonly Fate[];
}

const events = [
  'back up',
  'restore',
  'delete for good',
  'forget the account',
  'be an older page',
  'end the page',
] as const;

const madeAt = '2026-11-28T00:00:00.000Z';

const toTime = (minute: number) => new Date(Date.parse(madeAt) + 60_000 * minute).toISOString();

/** As the server does: see `ProjectStore`. */
class Server {
  stored: StoredDocument | undefined;
  readonly backups: (StoredDocument | undefined)[] = [];
  #epochs = 0;

  restore(backup: StoredDocument | undefined): void {
    this.stored = backup && { ...backup, epoch: this.#makeEpoch() };
  }

  /** @returns undefined for a conflict */
  write(sent: Project, { revision, epoch }: AccountBase): AccountBase | undefined {
    const before = this.stored;
    if (revision > 0 && !before) throw new CodedError('not_found');
    const isOther = revision > 0 && epoch !== undefined && epoch !== before?.epoch;
    if (isOther || (before?.revision ?? 0) !== revision) return undefined;
    const document: Project = JSON.parse(JSON.stringify(sent));
    this.stored = { document, revision: revision + 1, epoch: before?.epoch ?? this.#makeEpoch() };
    return { ...this.stored, document: sent, hasThumbnail: false };
  }

  #makeEpoch(): string {
    return `epoch ${++this.#epochs}`;
  }
}

class PageEnds extends Error {}

/** A browser, with what it keeps. */
class Machine {
  store = createEditorStore();
  kept: { readonly project: Project; readonly otherTexts: readonly OtherText[] } | undefined;
  base: AccountBase | undefined;
  isBusy = false;

  get project(): Project {
    return this.store.getState().project;
  }

  open(project: Project): void {
    openDocument(this.store, project);
    this.kept = { project, otherTexts: [] };
  }

  keep(updatedAt: string = madeAt): void {
    if (this.project !== this.kept?.project)
      this.store.setState(({ project }) => ({ project: { ...project, updatedAt } }));
    const { project, otherTexts } = this.store.getState();
    this.kept = { project, otherTexts };
  }

  /** A new page, with what is kept. */
  begin(): void {
    this.store = createEditorStore();
    if (this.kept) openDocument(this.store, this.kept.project, { otherTexts: this.kept.otherTexts });
  }
}

const pick = <Each>(list: readonly Each[], which: number): Each | undefined => list[which % list.length];

/** What a person does, by the tokens of what they type: no two are the same. */
const acts = {
  editLine: (project, which, text) =>
    onLine(project, which, (narrationId, lineId) => ({ type: 'editText', narrationId, lineId, text })),
  addLine: (project, which, text) =>
    onLine(project, which, narrationId => ({
      type: 'addLine',
      narrationId,
      newId: `line ${text}`,
      startMs: which * 100,
      text,
    })),
  removeLine: (project, which) =>
    onLine(project, which, (narrationId, lineId) => ({ type: 'removeLine', narrationId, lineId })),
  joinLines: (project, which) =>
    onLine(project, which, (narrationId, lineId) => ({ type: 'joinLines', narrationId, lineId })),
  rewriteLine: (project, which, text) =>
    onLine(project, which, (narrationId, lineId) => ({
      type: 'rewriteLines',
      narrationId,
      texts: new Map([[lineId, text]]),
    })),
  acceptRewriting: (project, which) =>
    onLine(project, which, (narrationId, lineId) => ({ type: 'acceptRewriting', narrationId, lineId })),
  writeAnew: (project, which, text) =>
    onLine(project, which, narrationId => ({
      type: 'replaceLines',
      narrationId,
      lines: [1, 2].map(at => ({ startMs: at * 1000, text: numberToken(text, at) })),
    })),
  addNarration: (_, which, text) => {
    const lines = [createLine({ id: `line ${text}`, text, startMs: which * 100 })];
    const narration = {
      ...createNarration({ style: 'timed', lines }),
      id: `narration ${text}`,
      createdAt: toTime(Number.parseInt(text.slice(1), 10)),
    };
    return { type: 'addNarration', narration };
  },
  removeNarration: ({ narrations }, which) =>
    narrations.length > 1
      ? { type: 'removeNarration', narrationId: pick(narrations, which)?.id ?? '' }
      : undefined,
  prompt: (project, which, prompt) =>
    onLine(project, which, narrationId => ({ type: 'changeNarration', narrationId, changes: { prompt } })),
  nameNarration: (project, which, name) =>
    onLine(project, which, narrationId => ({ type: 'renameNarration', narrationId, name })),
  nameProject: (_, __, title) => ({ type: 'renameProject', title }),
  addMember: (_, __, text) => ({ type: 'addMember', member: { id: `member ${text}`, name: text, look: '' } }),
  nameMember: ({ cast }, which, name) => ({
    type: 'editMember',
    memberId: pick(cast, which)?.id ?? '',
    changes: { name },
  }),
  describeMember: ({ cast }, which, look) => ({
    type: 'editMember',
    memberId: pick(cast, which)?.id ?? '',
    changes: { look },
  }),
  removeMember: ({ cast }, which) => ({ type: 'removeMember', memberId: pick(cast, which)?.id ?? '' }),
  addTerm: ({ glossary }, __, term) => ({
    type: 'setGlossary',
    glossary: [...glossary, { term, byLanguage: {}, isNeverTranslated: false, pronunciation: {} }],
  }),
  removeTerm: ({ glossary }, which) => ({
    type: 'setGlossary',
    glossary: glossary.filter(term => term !== pick(glossary, which)),
  }),
  editTerm: ({ glossary }, which, text) => ({
    type: 'editTerm',
    term: pick(glossary, which)?.term ?? '',
    part: which % 2 === 0 ? 'byLanguage' : 'pronunciation',
    language: 'French',
    text,
  }),
  editSegment: ({ transcript }, which, text) => ({
    type: 'editSegment',
    segmentId: pick(transcript?.segments ?? [], which)?.id ?? '',
    text,
  }),
  removeSegment: ({ transcript }, which) => ({
    type: 'editSegment',
    segmentId: pick(transcript?.segments ?? [], which)?.id ?? '',
    text: '',
  }),
  transcribe: (_, __, text) => ({ type: 'setTranscript', transcript: transcribe(text), speakers: [] }),
  undo: () => 'undo',
  redo: () => 'redo',
  use: () => 'use',
} as const satisfies Record<string, Act>;

type Act = (project: Project, which: number, text: string) => Command | 'undo' | 'redo' | 'use' | undefined;

function onLine(
  { narrations }: Project,
  which: number,
  make: (narrationId: string, lineId: string) => Command,
) {
  const narration = pick(narrations, which);
  return narration && make(narration.id, pick(narration.lines, which >> 2)?.id ?? '');
}

/** Another token for each part. */
const numberToken = (token: string, at: number) => token.replace('}', ` ${at}}`);

function transcribe(text: string): Project['transcript'] {
  const segments = [0, 1].map(at => ({
    id: `segment ${text} ${at}`,
    startMs: at,
    endMs: at + 1,
    text: numberToken(text, at),
  }));
  return { source: { kind: 'recogniser', provider: 'OpenAI' }, isCorrected: false, segments };
}

function makeStart(): Project {
  const lines = [0, 1, 2].map(at =>
    createLine({ id: `line ${at}`, text: `{start ${at}}`, startMs: at * 1000 }),
  );
  const short = createLine({ id: 'line 3', text: '{start 3}', startMs: 0 });
  return {
    ...createProject('{title}'),
    id: 'project',
    createdAt: madeAt,
    updatedAt: madeAt,
    transcript: transcribe('{said}'),
    cast: [{ id: 'anna', name: '{Anna}', look: '{a red coat}' }],
    glossary: [
      {
        term: '{Benshi}',
        byLanguage: { French: '{le benshi}' },
        isNeverTranslated: false,
        pronunciation: {},
      },
    ],
    narrations: [
      { ...createNarration({ style: 'timed', lines, prompt: '{calmly}' }), id: 'first', createdAt: madeAt },
      {
        ...createNarration({ style: 'timed', lines: [short], name: '{short}' }),
        id: 'short',
        createdAt: toTime(0.5),
      },
    ],
  };
}

/** How often each is there: what is joined and merged may stand twice. */
function countTokens(value: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const token of JSON.stringify(value)?.match(/\{[^{}"]*\}/gu) ?? [])
    counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Texts of people: ids have tokens, too. */
function countTyped({ title, narrations, cast, glossary, transcript }: Project) {
  return countTokens([
    title,
    narrations.map(({ name, prompt, lines }) => [
      name,
      prompt,
      lines.map(({ text, before }) => [text, before]),
    ]),
    cast.map(({ name, look }) => [name, look]),
    glossary.map(({ term, byLanguage, pronunciation }) => [
      term,
      Object.values(byLanguage),
      Object.values(pronunciation),
    ]),
    transcript?.segments.map(({ text }) => text),
  ]);
}

/** Three browsers, their account, and what people typed and let go. */
class World {
  readonly server = new Server();
  readonly machines = [new Machine(), new Machine(), new Machine()];
  readonly #late: (() => void)[] = [];
  readonly #typed = new Set<string>();
  readonly #letGo = new Set<string>();
  #count = 0;

  constructor() {
    const start = makeStart();
    for (const token of countTyped(start).keys()) this.#typed.add(token);
    // The third gets it from the account.
    for (const machine of this.machines.slice(0, 2)) machine.open(start);
  }

  async run({ who, what, which, fates }: Step): Promise<void> {
    const machine = pick(this.machines, who) as Machine;
    const { server } = this;
    if (which % 3 === 0) this.#arriveLate();
    if (what === 'connect') await this.connect(machine, [...fates]);
    else if (what === 'all connect') for (const each of this.machines) await this.connect(each);
    else if (what === 'back up') server.backups.push(server.stored);
    else if (what === 'restore') server.restore(pick(server.backups, which));
    else if (what === 'delete for good') server.stored = undefined;
    else if (what === 'forget the account') machine.base = undefined;
    else if (what === 'be an older page')
      machine.base = machine.base && { ...machine.base, epoch: undefined };
    else if (what === 'end the page') this.#endPage(machine);
    else if (machine.kept) this.#type(machine, what, which);
  }

  /** As a page does now and then. */
  async connect(machine: Machine, fates: Fate[] = []): Promise<void> {
    if (machine.isBusy) return;
    machine.isBusy = true;
    try {
      await this.#exchange(machine, fates);
    } catch (error) {
      if (error instanceof PageEnds) this.#endPage(machine);
      else if (!(error instanceof CodedError)) throw error;
    } finally {
      machine.isBusy = false;
    }
  }

  async #exchange(machine: Machine, fates: Fate[]): Promise<void> {
    const { server } = this;
    const fetch = async () => {
      if (!server.stored) throw new CodedError('not_found');
      return structuredClone(server.stored);
    };
    const write = async (base: AccountBase, keepWork = () => {}) => {
      if ((await this.#arrive(fates)) === 'ends the page') throw new PageEnds();
      keepWork();
      machine.base = base;
      if (fates[0]?.what === 'ends the page') throw new PageEnds();
    };
    if (!machine.kept) {
      const { document, revision, epoch } = await this.#call(fates, fetch);
      const base = { document, revision, epoch, hasThumbnail: false };
      return await write(base, () => machine.open(document));
    }
    await exchange({
      read: () => this.#keep(machine),
      take: async (known, theirs, base) => {
        await write(base, () => {
          takeDocument(machine.store, known, theirs);
          this.#keep(machine);
        });
        return true;
      },
      readBase: async () => machine.base,
      writeBase: write,
      fetch: known =>
        this.#call(fates, async () => {
          const stored = await fetch();
          const isKnown = known?.epoch === stored.epoch && known.revision === stored.revision;
          return isKnown ? undefined : stored;
        }),
      store: (document, base) => this.#call(fates, async () => server.write(document, base)),
    });
  }

  async #call<Answer>(fates: Fate[], work: () => Promise<Answer>): Promise<Answer> {
    const lost = new CodedError('unavailable');
    switch (await this.#arrive(fates)) {
      case 'is lost':
        throw lost;
      case 'loses its answer':
        await work().catch(() => {});
        throw lost;
      case 'comes late':
        this.#late.push(() => void work().catch(() => {}));
        throw lost;
      case 'comes twice':
        await work().catch(() => {});
        return await work();
      case 'ends the page':
        if (fates.length % 2 === 0) await work().catch(() => {});
        throw new PageEnds();
      case 'arrives':
        return await work();
    }
  }

  async #arrive(fates: Fate[]): Promise<Fate['what']> {
    const { what, step } = fates.shift() ?? { what: 'arrives' };
    if (step) await this.run(step);
    return what;
  }

  #arriveLate(): void {
    this.#late.shift()?.();
  }

  #type(machine: Machine, what: keyof typeof acts, which: number): void {
    const { store } = machine;
    const before = countTyped(machine.project);
    const text = `{${++this.#count}}`;
    const command = acts[what](machine.project, which, text);
    const other = pick(store.getState().otherTexts, which);
    if (command === 'undo') undo(store);
    else if (command === 'redo') redo(store);
    else if (command === 'use') {
      const { project } = machine;
      if (other?.use) run(store, other.use);
      if (machine.project !== project)
        store.setState(({ otherTexts }) => ({ otherTexts: otherTexts.filter(each => each !== other) }));
    } else if (command) run(store, command);
    const after = countTyped(machine.project);
    for (const token of after.keys()) this.#typed.add(token);
    for (const [token, count] of before) if ((after.get(token) ?? 0) < count) this.#letGo.add(token);
    if (which % 5 > 0) this.#keep(machine);
  }

  #keep(machine: Machine): Project {
    // Clocks of machines differ.
    const minute = this.#count + 7 * this.machines.indexOf(machine);
    machine.keep(toTime(minute));
    return machine.project;
  }

  /** What was typed a moment before is gone with it. */
  #endPage(machine: Machine): void {
    const { kept, project } = machine;
    if (!kept) return;
    const left = countTyped(kept.project);
    for (const [token, count] of countTyped(project))
      if ((left.get(token) ?? 0) < count) this.#letGo.add(token);
    machine.begin();
  }

  async check(): Promise<void> {
    while (this.#late.length > 0) this.#arriveLate();
    for (let round = 0; round < 5; round++) for (const machine of this.machines) await this.connect(machine);
    const { stored } = this.server;
    const found = new Set(stored && countTyped(stored.document).keys());
    for (const { kept, base, store } of this.machines) {
      if (base?.isGone && !stored)
        for (const token of countTyped(store.getState().project).keys()) found.add(token);
      else if (kept) expect(isSame(strip(store.getState().project), strip(stored?.document))).toBe(true);
      for (const token of countTokens(kept?.otherTexts).keys()) found.add(token);
    }
    expect([...this.#typed].filter(token => !found.has(token) && !this.#letGo.has(token))).toEqual([]);
    if (stored) expect(projectSchema.safeParse(stored.document).error).toBeUndefined();
  }
}

function strip(project: Project | undefined) {
  return project && { ...project, revision: 0, updatedAt: '' };
}

const step: fc.Arbitrary<Step> = fc.letrec<{ step: Step; fate: Fate }>(tie => ({
  fate: fc.record({
    what: fc.constantFrom(...fates),
    step: fc.option(tie('step'), { depthIdentifier: 'step', nil: undefined }),
  }),
  step: fc.record({
    who: fc.nat(2),
    what: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])) },
      { weight: 4, arbitrary: fc.constant('connect' as const) },
      { weight: 2, arbitrary: fc.constant('all connect' as const) },
      { weight: 2, arbitrary: fc.constantFrom(...events) },
    ),
    which: fc.nat(30),
    fates: fc.array(tie('fate'), { maxLength: 4, depthIdentifier: 'step' }),
  }),
})).step;

function make(who: number, what: Step['what'], which = 0, fates: readonly Fate['what'][] = []): Step {
  return { who, what, which, fates: fates.map(fate => ({ what: fate, step: undefined })) };
}

/** With two machines that are in the same state. */
async function begin(...steps: readonly Step[]): Promise<World> {
  const world = new World();
  for (const step of [make(0, 'connect'), make(1, 'connect'), ...steps]) await world.run(step);
  return world;
}

const read = ({ machines }: World, who: number) => {
  const { project, otherTexts } = (machines[who] as Machine).store.getState();
  return { lines: project.narrations[0]?.lines.map(({ text }) => text), otherTexts, project };
};

/** The account has it, and the page does not know: the writing of what is known of it comes first. */
const losesAnswer = ['arrives', 'loses its answer'] as const;

test('a narration that is removed here and changed there stays', async () => {
  const world = await begin(make(1, 'editLine', 1), make(1, 'connect'), make(0, 'removeNarration', 1));
  for (const who of [0, 1]) await world.run(make(who, 'connect'));
  for (const who of [0, 1]) expect(read(world, who).project.narrations[1]?.lines[0]?.text).toBe('{1}');
});

test('who types on after an answer was lost sees nothing of it', async () => {
  const world = await begin(
    make(0, 'editLine'),
    make(0, 'connect', 0, losesAnswer),
    make(0, 'editLine'),
    make(0, 'connect'),
  );
  expect(read(world, 0).lines?.[0]).toBe('{2}');
  expect(read(world, 0).otherTexts).toEqual([]);
  expect(world.server.stored?.document.narrations[0]?.lines[0]?.text).toBe('{2}');
});

test('a change that is undone after its answer was lost stays undone', async () => {
  const world = await begin(
    make(0, 'editLine'),
    make(0, 'connect', 0, losesAnswer),
    make(0, 'undo'),
    make(1, 'connect'),
    make(1, 'nameProject'),
    make(1, 'connect'),
    make(0, 'connect'),
  );
  expect(read(world, 0).lines?.[0]).toBe('{start 0}');
  expect(read(world, 0).project.title).toBe('{3}');
});

test('what another machine wrote into the same line after a lost answer is offered', async () => {
  const world = await begin(
    make(0, 'editLine'),
    make(0, 'connect', 0, losesAnswer),
    make(1, 'connect'),
    make(1, 'editLine'),
    make(1, 'connect'),
    make(0, 'editLine'),
    make(0, 'connect'),
  );
  expect(read(world, 0).lines?.[0]).toBe('{3}');
  expect(read(world, 0).otherTexts.map(({ text }) => text)).toEqual(['{2}']);
});

test('a page that ends while it takes over a text does not put it back after its author has undone it', async () => {
  const world = await begin(make(0, 'editLine'), make(0, 'connect'));
  await world.run(make(1, 'connect', 0, ['arrives', 'ends the page']));
  for (const step of [make(0, 'undo'), make(0, 'connect'), make(1, 'connect')]) await world.run(step);
  for (const who of [0, 1]) expect(read(world, who).lines?.[0]).toBe('{start 0}');
});

test('a document that is larger than the account takes is not sent again and again', async () => {
  const world = await begin(make(0, 'editLine'));
  const { write } = world.server;
  const sent: string[] = [];
  world.server.write = (document, base) => {
    sent.push(document.narrations[0]?.lines[0]?.text ?? '');
    if (sent.length === 1) throw new CodedError('too_large');
    return write.call(world.server, document, base);
  };
  for (const step of [make(0, 'connect'), make(0, 'editLine'), make(0, 'connect')]) await world.run(step);
  expect(sent).toEqual(['{1}', '{2}']);
});

test('after a restore the newer work stays in force on every machine, and what is older is offered', async () => {
  const world = await begin(make(0, 'back up'), make(0, 'editLine'), make(0, 'connect'), make(1, 'connect'));
  await world.run(make(0, 'restore'));
  for (const who of [0, 1]) await world.run(make(who, 'connect'));
  for (const who of [0, 1]) expect(read(world, who).lines?.[0]).toBe('{1}');
  expect(read(world, 0).otherTexts.map(({ text }) => text)).toEqual(['{start 0}']);
  expect(read(world, 1).otherTexts).toEqual([]);
});

test('a machine that lags behind does not put its older texts over newer ones after a restore', async () => {
  const world = await begin(make(0, 'back up'), make(0, 'editLine'), make(0, 'connect'), make(0, 'restore'));
  for (const who of [0, 1, 0]) await world.run(make(who, 'connect'));
  for (const who of [0, 1]) expect(read(world, who).lines?.[0]).toBe('{1}');
});

test('a project that was deleted for good and made anew is picked up again, and newer work here stays', async () => {
  const world = await begin(make(0, 'delete for good'), make(1, 'connect'));
  expect(world.machines[1]?.base?.isGone).toBe(true);
  const anew = [make(0, 'forget the account'), make(0, 'editLine', 4), make(0, 'connect')];
  for (const step of [...anew, make(1, 'editLine'), make(1, 'connect'), make(0, 'connect')])
    await world.run(step);
  for (const who of [0, 1]) expect(read(world, who).lines).toEqual(['{2}', '{1}', '{start 2}']);
});

test('a project that the account does not have any more is stored again once somebody goes on with it', async () => {
  const world = await begin(make(0, 'delete for good'), make(1, 'connect'));
  expect(world.server.stored).toBeUndefined();
  for (const step of [make(1, 'editLine'), make(1, 'connect')]) await world.run(step);
  expect(world.machines[1]?.base?.isGone).toBeUndefined();
  expect(world.server.stored?.document.narrations[0]?.lines[0]?.text).toBe('{1}');
});

test('what two machines wrote without a state before is in force on one side and offered on the other', async () => {
  const world = new World();
  const kinds = [
    'editLine',
    'prompt',
    'nameNarration',
    'nameProject',
    'nameMember',
    'describeMember',
    'editTerm',
    'editSegment',
  ] as const;
  for (const who of [0, 1]) for (const what of kinds) await world.run(make(who, what));
  for (const who of [0, 1, 0]) await world.run(make(who, 'connect'));
  const offered = read(world, 1).otherTexts.map(({ text }) => text);
  // In the account's order, not in that of typing.
  expect(offered.toSorted()).toEqual(['{1}', '{2}', '{3}', '{4}', '{5}', '{6}', '{7}', '{8}']);
  for (const _ of kinds) await world.run(make(1, 'use'));
  const { project, otherTexts } = read(world, 1);
  expect(otherTexts).toEqual([]);
  expect(offered.filter(text => !countTyped(project).has(text))).toEqual([]);
});

test('Undo keeps what another machine did to cast, glossary and transcript meanwhile', async () => {
  const world = await begin(
    make(0, 'nameMember'),
    make(1, 'addTerm'),
    make(1, 'connect'),
    make(0, 'connect'),
  );
  await world.run(make(0, 'undo'));
  const { cast, glossary } = read(world, 0).project;
  expect(cast[0]?.name).toBe('{Anna}');
  expect(glossary.map(({ term }) => term)).toContain('{2}');
});

/** Fewer in an ordinary run. */
async function checkHistories(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async steps => {
      const world = new World();
      for (const each of steps) await world.run(each);
      await world.check();
    }),
    { numRuns },
  );
}

const sentence =
  'whatever becomes of calls, pages and the server, what was typed and not let go is in the document or offered';
test(sentence, () => checkHistories(300));
test(`${sentence}, in 10,000 histories`, { tags: 'long' }, () => checkHistories(10_000));
