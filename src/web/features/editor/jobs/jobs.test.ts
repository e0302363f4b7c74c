import { afterEach, describe, expect, test, vi } from 'vitest';
import { getVoiceName } from '#shared/voices.ts';
import { createTestEditor } from '../../../../../tests/support/test-editor.ts';
import { run, typeScript } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { changeForm } from '../model/editor-state.ts';
import type { ScriptOrder } from '../model/narration-service.ts';
import { getProvenance } from '../model/plan-voice.ts';
import {
  findRecording,
  getNarration,
  getSpokenShare,
  getText,
  listUnspoken as listUnspokenOf,
} from '../model/select.ts';
import { runJob } from './jobs.ts';
import { speak } from './speak.ts';
import { writeScript } from './write.ts';

const forever = () => new Promise<never>(() => undefined);
const mp3 = new Blob(['sound'], { type: 'audio/mpeg' });

afterEach(() => {
  vi.useRealTimers();
});

const readText = ({ store }: Editor) => {
  const narration = getNarration(store.getState());
  return narration && getText(narration);
};
const findSound = ({ store }: Editor) => {
  const narration = getNarration(store.getState());
  return narration && findRecording(store.getState(), narration);
};
const waitForEnd = ({ store }: Editor) => vi.waitFor(() => expect(store.getState().job).toBeUndefined());

/** A script was written and spoken. */
async function createSpoken(next: Parameters<typeof createTestEditor>[0] = {}): Promise<Editor> {
  const first = {
    createScript: async () => ({ text: 'Bonjour.' }),
    createAudio: async () => ({ mp3, seconds: undefined }),
  };
  let isFirst = true;
  const editor = createTestEditor({
    createScript: (order, report) =>
      (isFirst ? first.createScript : (next.createScript ?? forever))(order, report),
    createAudio: (order, report) =>
      (isFirst ? first.createAudio : (next.createAudio ?? forever))(order, report),
  });
  changeForm(editor.store, { prompt: 'Calm', voice: 'nova' });
  writeScript(editor);
  await waitForEnd(editor);
  speak(editor);
  await waitForEnd(editor);
  isFirst = false;
  return editor;
}

describe('the progress bar', () => {
  test('waits at 95 until the work is done, and never falls back to a checkpoint', async () => {
    vi.useFakeTimers();
    const editor = createTestEditor();
    const work = Promise.withResolvers<undefined>();
    let reach: (percent: number) => void = () => undefined;
    runJob(editor, {
      kind: 'write',
      activity: { kind: 'looking' },
      work: context => {
        reach = context.reach;
        return work.promise;
      },
    });
    await vi.advanceTimersByTimeAsync(600 * 45);
    reach(30);
    expect(editor.store.getState().progress).toBe(45);
    await vi.advanceTimersByTimeAsync(600 * 100);
    expect(editor.store.getState().progress).toBe(95);
    work.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.store.getState().progress).toBe(100);
  });
});

describe('whoever looks at the video', () => {
  const segment = { id: 's', startMs: 1000, endMs: 2000, text: 'Come here, Rex.', speakerId: 'ada' };
  const transcript = {
    source: { kind: 'recogniser', provider: 'Parrot' },
    isCorrected: false,
    segments: [segment],
  } as const;
  const ada = { id: 'ada', name: 'Ada', look: 'a woman in a red coat', isConfirmed: true };
  const rex = { id: 'rex', name: 'Rex', look: 'a dog' };

  function createKnown(title?: string) {
    const orders: ScriptOrder[] = [];
    const editor = createTestEditor({
      async createScript(order) {
        orders.push(order);
        return { text: 'A dog runs.' };
      },
    });
    const { video } = editor.store.getState();
    if (video) editor.store.setState({ video: { ...video, facts: { ...video.facts, title } } });
    changeForm(editor.store, { prompt: 'Calm', voice: 'nova' });
    for (const member of [ada, rex]) run(editor.store, { type: 'addMember', member });
    return { editor, orders };
  }

  test('gets the title, the people who were confirmed and, where the dialogue is used, what is said', async () => {
    const { editor, orders } = createKnown('Holiday in Rome');
    run(editor.store, { type: 'setTranscript', transcript, speakers: [] });
    await writeScript(editor);
    expect(orders).toMatchObject([
      {
        title: 'Holiday in Rome',
        cast: [{ name: 'Ada', look: 'a woman in a red coat' }],
        said: [{ startSeconds: 1, endSeconds: 2, text: 'Come here, Rex.', speaker: 'Ada' }],
      },
    ]);
    expect(orders[0]?.cast).toHaveLength(1);
  });

  test('gets no word of the dialogue once the transcript is removed, and no title of a number', async () => {
    const { editor, orders } = createKnown();
    run(editor.store, { type: 'setTranscript', transcript, speakers: [] });
    run(editor.store, { type: 'setTranscript', transcript: undefined, speakers: [] });
    await writeScript(editor);
    expect(orders).toMatchObject([{ title: undefined, said: [] }]);
    expect(JSON.stringify(orders)).not.toContain('Come here');
  });
});

describe('a script', () => {
  test('appears as it is written, and the whole one replaces the pieces', async () => {
    const seen: (string | undefined)[] = [];
    const editor = createTestEditor({
      async createScript(_, report) {
        for (const delta of ['Bon', 'jour']) {
          report({ type: 'grew', delta });
          seen.push(readText(editor));
        }
        return { text: 'Bonjour.' };
      },
    });
    writeScript(editor);
    await waitForEnd(editor);
    expect([...seen, readText(editor)]).toEqual(['Bon', 'Bonjour', 'Bonjour.']);
  });

  test('loses its sound when it is edited, and has it again when that is undone', async () => {
    const editor = await createSpoken();
    expect(await findSound(editor)?.mp3.text()).toMatch(/^ID3.*nova.*sound$/su);
    typeScript(editor.store, 'Bonsoir.');
    expect(findSound(editor)).toBeUndefined();
    expect(editor.store.getState().isChanged).toBe(true);
    typeScript(editor.store, 'Bonjour.');
    expect(await findSound(editor)?.mp3.text()).toMatch(/^ID3.*nova.*sound$/su);
  });

  test.each(['a failure', 'a cancel'])('from before comes back, with its sound, after %s', async end => {
    const fail = Promise.withResolvers<never>();
    const editor = await createSpoken({
      createScript(_, report) {
        report({ type: 'grew', delta: 'Half' });
        return fail.promise;
      },
    });
    writeScript(editor);
    await expect.poll(() => readText(editor)).toBe('Half');
    if (end === 'a cancel') editor.store.getState().job?.cancel();
    else fail.reject(new Error('No luck.'));
    await waitForEnd(editor);
    expect(readText(editor)).toBe('Bonjour.');
    expect(await findSound(editor)?.mp3.text()).toMatch(/^ID3.*nova.*sound$/su);
    expect(editor.store.getState().project.narrations).toHaveLength(1);
    expect(editor.store.getState().lastEnd?.outcome).toBe(end === 'a cancel' ? 'cancelled' : 'failed');
  });

  test('stays as far as it was written when there was none before', async () => {
    const editor = createTestEditor({
      createScript(_, report) {
        report({ type: 'grew', delta: 'Half' });
        return forever();
      },
    });
    writeScript(editor);
    await expect.poll(() => readText(editor)).toBe('Half');
    editor.store.getState().job?.cancel();
    expect(readText(editor)).toBe('Half');
  });
});

test('a voice that fails says whether some of its sound had come', async () => {
  for (const bytes of [0, 10]) {
    const editor = await createSpoken({
      async createAudio(_, report) {
        if (bytes > 0) report(bytes);
        throw new Error('No luck.');
      },
    });
    typeScript(editor.store, 'Bonsoir.');
    speak(editor);
    await waitForEnd(editor);
    expect(editor.store.getState().lastEnd).toMatchObject({ outcome: 'failed', hadBegun: bytes > 0 });
  }
});

describe('a dialogue', () => {
  /** Speaks what is asked for, and notes who was asked to say what. */
  function createDialogue(meanwhile = (_: Editor['store']) => {}) {
    const asked: string[][] = [];
    const editor: Editor = createTestEditor({
      async speakLines({ lines, asked: ids, durationSeconds, findSpokenWith }, report) {
        expect(durationSeconds).toBeUndefined();
        const due = lines.filter(({ id }) => ids.has(id));
        asked.push(due.map(line => `${getVoiceName(findSpokenWith(line)?.voice ?? '')}: ${line.text}`));
        meanwhile(editor.store);
        for (const { id, text } of due) report({ lineId: id, text, mp3, seconds: 1 });
      },
    });
    const own = { provider: 'parrot', id: 'polly', name: 'Polly' };
    for (const [name, voice] of [
      ['Anna', 'onyx'],
      ['Old man', own],
    ] as const)
      run(editor.store, { type: 'addMember', member: { id: name, name, look: '', voice } });
    changeForm(editor.store, { voice: 'nova' });
    typeScript(editor.store, 'It knocks.\n\nAnna: Who is there?\nOld man: Me.\nAnna: Come in.');
    return { editor, asked };
  }

  const listUnspoken = (editor: Editor) => {
    const state = editor.store.getState();
    const narration = getNarration(state);
    return narration && listUnspokenOf(state, narration).map(({ text }) => text);
  };

  test('is spoken line by line with the voice of each role, and another voice for one role is spoken for its lines only', async () => {
    const { editor, asked } = createDialogue();
    const speakAll = async () => {
      speak(editor);
      await waitForEnd(editor);
      return asked.at(-1);
    };
    expect(await speakAll()).toEqual([
      'nova: It knocks.',
      'onyx: Who is there?',
      'Polly: Me.',
      'onyx: Come in.',
    ]);
    expect(getSpokenShare(editor.store.getState())).toBe('all');
    run(editor.store, { type: 'editMember', memberId: 'Anna', changes: { voice: 'echo' } });
    expect(listUnspoken(editor)).toEqual(['Who is there?', 'Come in.']);
    expect(await speakAll()).toEqual(['echo: Who is there?', 'echo: Come in.']);
    expect(asked).toHaveLength(2);
    const provenance = getProvenance(editor.store.getState());
    expect(provenance?.voices.map(({ name }) => name)).toEqual(['nova', 'echo', 'Polly', 'echo']);
  });

  test('a voice that is changed while it speaks is not taken for the one that spoke', async () => {
    const { editor } = createDialogue(store =>
      run(store, { type: 'editMember', memberId: 'Old man', changes: { voice: 'fable' } }),
    );
    speak(editor);
    await waitForEnd(editor);
    expect(listUnspoken(editor)).toEqual(['Me.']);
  });
});
