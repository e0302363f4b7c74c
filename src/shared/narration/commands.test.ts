import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countIds,
  lineText,
  type MadeCommand,
  madeCommand,
  madeProject,
  makers,
} from '../../../tests/support/made-projects.ts';
import { apply, type Command } from './commands.ts';
import { replaceText } from './narration-commands.ts';
import { createLine, createNarration, createProject, joinText, type Line, type Project } from './project.ts';
import { printScript } from './timed-text.ts';

const commands = fc.array(madeCommand(), { maxLength: 25 });

/** The documents before and after each command. */
function applyAll(project: Project, made: readonly MadeCommand[]) {
  const makeId = countIds();
  const steps: { readonly command: Command; readonly before: Project; readonly after: Project }[] = [];
  let before = project;
  for (const make of made) {
    const command = make(before, makeId);
    const after = apply(before, command, makeId);
    steps.push({ command, before, after });
    before = after;
  }
  return steps;
}

function check(
  made: fc.Arbitrary<readonly MadeCommand[]>,
  test: (steps: ReturnType<typeof applyAll>) => void,
): void {
  fc.assert(
    fc.property(madeProject, made, (project, made) => test(applyAll(project, made))),
    { numRuns: 300 },
  );
}

/** Lines after a change, each with what it was before. */
function pairLines(before: Project, after: Project): [line: Line, old: Line][] {
  return after.narrations.flatMap(({ id, lines }) => {
    const was = before.narrations.find(narration => narration.id === id)?.lines ?? [];
    return lines.flatMap((line): [Line, Line][] => {
      const old = was.find(each => each.id === line.id);
      return old ? [[line, old]] : [];
    });
  });
}

test('no two narrations, and no two lines of one, ever have the same id', () => {
  check(commands, steps => {
    for (const { after } of steps)
      for (const list of [after.narrations, ...after.narrations.map(({ lines }) => lines)]) {
        const ids = list.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
  });
});

test('the lines of a narration all have times, in order, or none has', () => {
  check(commands, steps => {
    for (const { after } of steps)
      for (const { lines } of after.narrations) {
        const times = lines.map(({ startMs }) => startMs);
        if (times.includes(null)) expect(times.every(each => each === null)).toBe(true);
        else expect(times.toSorted((one, other) => Number(one) - Number(other))).toEqual(times);
        for (const each of times) if (each !== null) expect(each).toBeGreaterThanOrEqual(0);
      }
  });
});

const cuts = ['splitLine', 'joinLines'];

test('lock, delivery and origin of a line follow its id through whatever happens to it', () => {
  const made = Object.entries(makers).flatMap(([type, make]) =>
    ['setLock', 'setDelivery', 'addNarration', 'translate'].includes(type) ? [] : [make],
  );
  check(fc.array(madeCommand(made), { maxLength: 25 }), steps => {
    for (const { command, before, after } of steps)
      for (const [line, old] of pairLines(before, after)) {
        expect(line.voice).toBe(old.voice);
        expect([line.manner, line.pace]).toEqual([old.manner, old.pace]);
        // What cuts a line leaves no recording of the whole.
        if (!cuts.includes(command.type)) expect(line.recordingId).toBe(old.recordingId);
        // A line that a locked one is joined to becomes locked.
        if (command.type === 'joinLines') expect(line.isLocked || !old.isLocked).toBe(true);
        else expect(line.isLocked).toBe(old.isLocked);
        // Whose words they are changes only with the words.
        if (line.text === old.text && !cuts.includes(command.type)) expect(line.origin).toBe(old.origin);
      }
  });
});

test('the parts of a line that is split keep the pause at their end, and a line that is joined gets that of the other', () => {
  const [first, second] = ['Come in.', 'Sit down.'].map((text, at) =>
    createLine({ id: `line${at}`, text, manner: 'calm', pauseBeforeMs: 100, pauseAfterMs: 200 + at }),
  );
  const lines = first && second ? [first, { ...second, castId: 'anna' }] : [];
  const narration = createNarration({ style: 'continuous', lines });
  const project = { ...createProject(), narrations: [narration] };
  const on = { narrationId: narration.id };
  const split = apply(project, {
    ...on,
    type: 'splitLine',
    lineId: 'line0',
    caret: 4,
    startMs: null,
    newId: 'new',
  });
  expect(split.narrations[0]?.lines).toMatchObject([
    { text: 'Come', manner: 'calm', pauseBeforeMs: 100 },
    { text: 'in.', manner: 'calm', pauseAfterMs: 200 },
    { castId: 'anna' },
  ]);
  expect(split.narrations[0]?.lines[1]?.pauseBeforeMs).toBeUndefined();
  const joined = apply(project, { ...on, type: 'joinLines', lineId: 'line1' });
  expect(joined.narrations[0]?.lines).toMatchObject([{ pauseBeforeMs: 100, pauseAfterMs: 201 }]);
  expect(joined.narrations[0]?.lines[0]?.castId).toBeUndefined();
});

test('a row that begins with the name of a role is its line, in text and in lines from a file', () => {
  const cast = [{ id: 'anna', name: 'Anna', look: '' }];
  const narration = createNarration({ style: 'continuous' });
  const project = { ...createProject(), cast, narrations: [narration] };
  const typed = apply(project, { type: 'replaceText', narrationId: narration.id, text: 'Anna: Who?\nMe.' });
  const [asked, answered] = typed.narrations[0]?.lines ?? [];
  expect([asked, answered]).toMatchObject([{ text: 'Who?', castId: 'anna' }, { text: 'Me.' }]);
  expect(printScript(typed.narrations[0]?.lines ?? [], cast)).toBe('Anna: Who?\nMe.');
  const edited = apply(typed, { type: 'replaceText', narrationId: narration.id, text: 'Who?\nMe.' });
  expect(edited.narrations[0]?.lines).toMatchObject([{ id: asked?.id, origin: asked?.origin }, answered]);
  expect(edited.narrations[0]?.lines[0]?.castId).toBeUndefined();
  const lines = [{ startMs: null, text: 'Anna: Me.', origin: 'imported' as const }];
  const opened = apply(typed, { type: 'replaceLines', narrationId: narration.id, lines });
  expect(opened.narrations[0]?.lines).toMatchObject([{ id: answered?.id, text: 'Me.', castId: 'anna' }]);
});

test('no writer changes the text of a locked line', () => {
  const made = fc.array(madeCommand([makers.rewriteLines, makers.replaceLines]), { maxLength: 25 });
  check(made, steps => {
    for (const { after, before } of steps)
      for (const [line, old] of pairLines(before, after)) if (old.isLocked) expect(line.text).toBe(old.text);
  });
});

test('undo restores the document to the byte, because no command changes the one before', () => {
  fc.assert(
    fc.property(madeProject, commands, (project, made) => {
      const makeId = countIds();
      const history = [{ project, printed: JSON.stringify(project) }];
      for (const make of made) {
        const { project: last } = history.at(-1) ?? { project };
        const next = apply(last, make(last, makeId), makeId);
        history.push({ project: next, printed: JSON.stringify(next) });
      }
      for (const { project, printed } of history.toReversed()) expect(JSON.stringify(project)).toBe(printed);
      expect(history[0]?.project).toBe(project);
    }),
  );
});

test('what is written down is all there is: nothing is undefined', () => {
  check(commands, steps => {
    for (const { after } of steps) expect(JSON.parse(JSON.stringify(after))).toStrictEqual(after);
  });
});

test('a command changes only the narration that it names and its translations, and shares the others', () => {
  check(commands, steps => {
    for (const { command, before, after } of steps) {
      // Who leaves the cast leaves every line, and a new cut is one of all narrations.
      if (['removeMember', 'joinMembers', 'replaceVideo'].includes(command.type)) continue;
      const named = 'narrationId' in command ? command.narrationId : undefined;
      for (const narration of before.narrations)
        if (narration.id !== named && narration.derivedFrom !== named)
          expect(after.narrations).toContain(narration);
    }
  });
});

test('a command for a line leaves the others the same objects', () => {
  check(commands, steps => {
    for (const { command, before, after } of steps) {
      if (!('lineId' in command)) continue;
      const was = before.narrations.find(({ id }) => id === command.narrationId)?.lines ?? [];
      const is = after.narrations.find(({ id }) => id === command.narrationId)?.lines ?? [];
      const joinedTo = was[was.findIndex(({ id }) => id === command.lineId) - 1];
      for (const line of was)
        if (line.id !== command.lineId && !(command.type === 'joinLines' && line === joinedTo))
          expect(is).toContain(line);
    }
  });
});

test('a command that changes nothing returns the same document', () => {
  check(commands, steps => {
    for (const { command, after } of steps) {
      const isNew = [
        'addNarration',
        'translate',
        'splitLine',
        'addLine',
        'replaceLines',
        'replaceText',
      ].includes(command.type);
      const again = apply(after, command);
      if (!isNew && JSON.stringify(again) === JSON.stringify(after)) expect(again).toBe(after);
    }
  });
});

test('a command for what is gone returns the same document', () => {
  fc.assert(
    fc.property(madeProject, commands, (project, made) => {
      const makeId = countIds();
      const empty = {
        ...project,
        narrations: project.narrations.map(narration => ({ ...narration, lines: [] })),
      };
      for (const make of made) {
        const command = make(project, makeId);
        if ('lineId' in command) expect(apply(empty, command)).toBe(empty);
        if (!('narrationId' in command)) continue;
        const none = { ...project, narrations: [] };
        expect(apply(none, command)).toBe(none);
      }
    }),
  );
});

test('what a line was before a rewriting comes back', () => {
  fc.assert(
    fc.property(lineText, fc.array(lineText, { minLength: 1 }), (text, rewritten) => {
      const line = createLine({ text });
      const project = toProject([line]);
      const { id: narrationId = '' } = project.narrations[0] ?? {};
      let changed = project;
      for (const each of rewritten)
        changed = apply(changed, { type: 'rewriteLines', narrationId, texts: new Map([[line.id, each]]) });
      const restored = apply(changed, { type: 'undoRewriting', narrationId, lineId: line.id });
      expect(restored).toStrictEqual(project);
    }),
  );
});

function toProject(lines: readonly Line[]): Project {
  return { ...createProject(), narrations: [createNarration({ style: 'continuous', lines })] };
}

const texts = fc.array(lineText, { maxLength: 8 });

test('who heard a line, and that a machine changed it, is kept until another text takes its place', () => {
  const heardBy = { provider: 'OpenAI' };
  const heard = createLine({ text: 'Guten Abend allerseits.', startMs: 1000, origin: 'imported', heardBy });
  const narration = createNarration({ style: 'timed', lines: [heard] });
  const project = { ...createProject(), narrations: [narration] };
  const at = { narrationId: narration.id, lineId: heard.id };
  const run = (...given: readonly Command[]) => {
    let after: Project = project;
    for (const command of given) after = apply(after, command, countIds());
    return after.narrations[0]?.lines ?? [];
  };
  const edited = run({ type: 'editText', ...at, text: 'Guten Abend.' });
  expect(edited).toMatchObject([{ origin: 'edited', heardBy }]);
  const texts = new Map([[heard.id, 'Abend allerseits.']]);
  const rewriting = { type: 'rewriteLines', narrationId: narration.id, texts } as const;
  const split = { type: 'splitLine', ...at, caret: 5, startMs: 3000, newId: 'new' } as const;
  for (const line of run(rewriting, split)) expect(line).toMatchObject({ heardBy, isRewritten: true });
  expect(run(rewriting, { type: 'acceptRewriting', ...at })).toMatchObject([{ isRewritten: true }]);
  expect(run(rewriting, { type: 'undoRewriting', ...at })[0]).toEqual(heard);
  expect(run({ type: 'editText', ...at, text: 'Hallo.', byMachine: true })).toMatchObject([
    { origin: 'imported', heardBy, isRewritten: true },
  ]);
  const lines = [{ startMs: 1000, text: 'Ein Fuchs.', origin: 'imported' as const }];
  const replaced = run(rewriting, { type: 'replaceLines', narrationId: narration.id, lines });
  expect(replaced).toEqual([{ ...heard, text: 'Ein Fuchs.', heardBy: undefined }]);
});

test('the rows of a text are its lines, whatever the lines were', () => {
  fc.assert(
    fc.property(texts, fc.string(), (rows, text) => {
      const lines = rows.map(row => createLine({ text: row }));
      expect(joinText(replaceText(lines, { text }, [], countIds()))).toBe(text);
    }),
  );
});

test('its own text leaves a narration as it is', () => {
  fc.assert(
    fc.property(texts, rows => {
      const lines = rows.map(row => createLine({ text: row }));
      expect(replaceText(lines, { text: joinText(lines) }, [], countIds())).toBe(lines);
    }),
  );
});

test('a row that is typed leaves the lines around it the same objects', () => {
  fc.assert(
    fc.property(fc.uniqueArray(lineText, { minLength: 1, maxLength: 8 }), fc.nat(), (rows, number) => {
      const lines = rows.map(row => createLine({ text: row }));
      const at = number % lines.length;
      const typed = rows.with(at, `${rows[at]} and a word`).join('\n');
      const replaced = replaceText(lines, { text: typed }, [], countIds());
      expect(replaced.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
      for (const [index, line] of lines.entries()) if (index !== at) expect(replaced[index]).toBe(line);
    }),
  );
});

test('what a person confirmed is open again once a text or time changes, and stays through anything else', () => {
  const line = createLine({ text: 'A door.', startMs: 1000, accepted: ['no-we'] });
  const review = { by: 'Ana', at: '2026-11-28T10:00:00.000Z', confirmed: ['names', 'print'] as const };
  const narration = createNarration({ style: 'description-standard', lines: [line], review });
  const project = { ...createProject(), narrations: [narration] };
  const of = { narrationId: narration.id, lineId: line.id };
  const readConfirmed = (command: Command) => apply(project, command).narrations[0]?.review?.confirmed;
  expect(readConfirmed({ ...of, type: 'setLock', isLocked: true })).toEqual(review.confirmed);
  expect(readConfirmed({ ...of, type: 'editText', text: 'A door.' })).toEqual(review.confirmed);
  expect(readConfirmed({ ...of, type: 'editText', text: 'A green door.' })).toEqual([]);
  expect(readConfirmed({ ...of, type: 'moveLine', startMs: 2000 })).toEqual([]);
  expect(readConfirmed({ ...of, type: 'removeLine' })).toEqual([]);
  const texts = new Map([[line.id, 'Eine Tür.']]);
  const translated = apply(project, { ...of, type: 'translate', newId: 'new', language: 'German', texts });
  expect(translated.narrations[1]?.review).toBeUndefined();
  expect(translated.narrations[1]?.lines[0]?.accepted).toBeUndefined();
});

test('an accepted check is open again in another text, whoever writes it', () => {
  check(commands, steps => {
    for (const { before, after } of steps) {
      const pairs = pairLines(before, after).filter(([line, old]) => line.text !== old.text);
      expect(pairs.filter(([{ accepted }]) => accepted)).toEqual([]);
    }
  });
});

test('two members of the cast become one, who has what the other lacks and says what both say', () => {
  const project: Project = {
    ...createProject(),
    cast: [
      { id: 'voice', name: 'Ada', look: '', namedMs: 1000, isConfirmed: true },
      { id: 'seen', name: '', look: 'a woman in a red coat' },
    ],
    transcript: {
      source: { kind: 'recogniser', provider: 'a.example' },
      isCorrected: false,
      segments: [{ id: 'said', startMs: 0, endMs: 900, text: 'Hello.', speakerId: 'voice' }],
    },
  };
  const joined = apply(project, { type: 'joinMembers', memberId: 'voice', intoId: 'seen' });
  // Nobody has confirmed the look.
  expect(joined.cast).toEqual([{ id: 'seen', name: 'Ada', look: 'a woman in a red coat', namedMs: 1000 }]);
  expect(joined.transcript?.segments[0]?.speakerId).toBe('seen');
  expect(apply(project, { type: 'joinMembers', memberId: 'voice', intoId: 'voice' })).toBe(project);
});
