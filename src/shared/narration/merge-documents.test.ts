import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MadeCommand, madeCommand, madeProject, makers } from '../../../tests/support/made-projects.ts';
import { apply } from './commands.ts';
import { isSame } from './find-changes.ts';
import { mergeDocuments, type OtherText } from './merge-changes.ts';
import type { Project, Transcript } from './project.ts';
import { projectSchema } from './project-schema.ts';

/** A machine with a copy of a document, and what it knows of the stored one. */
interface Machine {
  base: Project;
  mine: Project;
  otherTexts: OtherText[];
}

/** As the page does: gets what is stored, merges it into what is here, and stores the result. @returns what is stored then */
function synchronise(machine: Machine, stored: Project): Project {
  const { base, mine } = machine;
  const merged = mergeDocuments({ documents: [base], isCertain: true }, mine, structuredClone(stored));
  machine.otherTexts.push(...merged.otherTexts);
  machine.mine = merged.project;
  machine.base = merged.project;
  return merged.project;
}

/** Of lines and of the transcript. */
function listTexts({ narrations, transcript }: Project): string[] {
  const lines = narrations.flatMap(({ lines, cutLines = [] }) => [...lines, ...cutLines]);
  return [...lines, ...(transcript?.segments ?? [])].map(({ text }) => text);
}

type Step = { readonly who: 0 | 1; readonly make: MadeCommand | undefined };

/** A transcript that a machine makes anew is not typed: of two, one stays. */
const { setTranscript: _, ...typing } = makers;

const transcript: Transcript = {
  source: { kind: 'recogniser', provider: 'OpenAI' },
  isCorrected: false,
  segments: [0, 1, 2].map(at => ({ id: `segment${at}`, startMs: at, endMs: at + 1, text: `Said ${at}.` })),
};

const steps = fc.array(
  fc.record({
    who: fc.constantFrom<0 | 1>(0, 1),
    // One step in five is a connection.
    make: fc.option(madeCommand(Object.values(typing)), { freq: 5, nil: undefined }),
  }),
  { maxLength: 30 },
);

test('two machines that change a document while they are offline come to the same one, and no text is lost', () => {
  fc.assert(
    fc.property(madeProject, steps, (project, made: readonly Step[]) => {
      const start: Project = { ...project, transcript };
      let stored = start;
      const machines = [0, 1].map((): Machine => ({ base: start, mine: start, otherTexts: [] }));
      let count = 0;
      const connect = (machine: Machine) => {
        const known = new Set(['', ...listTexts(machine.base)]);
        const typed = [...listTexts(machine.mine), ...listTexts(stored)].filter(text => !known.has(text));
        stored = synchronise(machine, stored);
        const found = new Set([...listTexts(stored), ...machine.otherTexts.map(({ text }) => text)]);
        expect(typed.filter(text => !found.has(text))).toEqual([]);
      };
      for (const { who, make } of made) {
        const machine = machines[who] as Machine;
        if (!make) connect(machine);
        else
          machine.mine = apply(
            machine.mine,
            make(machine.mine, () => `made${count++}`),
            () => `made${count++}`,
          );
      }
      for (const machine of [...machines, ...machines]) connect(machine);
      expect(machines[0]?.mine).toEqual(machines[1]?.mine);
      expect(isSame(machines[0]?.mine, stored)).toBe(true);
      for (const { lines, cutLines = [] } of stored.narrations) {
        const ids = [...lines, ...cutLines].map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }
      expect(projectSchema.safeParse(JSON.parse(JSON.stringify(stored))).error).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
