import { expect, test } from 'vitest';
import { emptyForm } from '../model/editor-state.ts';
import {
  findNext,
  findObstacle,
  isRetried,
  type QueueEvent,
  type QueueState,
  reduceQueue,
} from './queue-state.ts';

const empty: QueueState = {
  settings: { form: { ...emptyForm, prompt: 'Calmly.', voice: 'nova' }, isSpoken: true },
  videos: [],
  run: 'stopped',
  isElsewhere: false,
  isOpen: true,
};

const video = (id: string) => ({ id, name: `${id}.mp4`, sizeBytes: 1, state: 'waiting' }) as const;
const added: QueueEvent = { type: 'added', videos: [video('one'), video('two'), video('three')] };

function play(...events: QueueEvent[]): QueueState {
  return events.reduce(reduceQueue, empty);
}

const listStates = ({ videos }: QueueState) => videos.map(({ state }) => state);

test('videos are narrated in their order; one that is done, has failed or needs its file is passed over', () => {
  const state = play(
    added,
    { type: 'went on', id: 'one', state: 'done' },
    { type: 'read', id: 'two', needs: 'file' },
  );
  expect(findNext(state)?.id).toBe('three');
  expect(findNext(play(added, { type: 'went on', id: 'one', state: 'failed', message: 'No.' }))?.id).toBe(
    'two',
  );
  expect(findNext(reduceQueue(state, { type: 'removed', id: 'three' }))).toBeUndefined();
});

test('what failed waits again, without its reason; what is done stays done', () => {
  const state = play(
    added,
    { type: 'went on', id: 'one', state: 'done' },
    { type: 'went on', id: 'two', state: 'failed', message: 'This file cannot be read as a video.' },
    { type: 'retried' },
  );
  expect(listStates(state)).toEqual(['done', 'waiting', 'waiting']);
  expect(state.videos[1]?.message).toBeUndefined();
});

test('a pause ends with the step that is running, and says why where it was no press', () => {
  expect(play({ type: 'pausing' }).run).toBe('stopped');
  expect(play({ type: 'begun' }, { type: 'pausing' }).run).toBe('pausing');
  const stopped = play(
    { type: 'begun' },
    { type: 'waits', waitsFor: 'connection' },
    { type: 'stopped', note: 'Tomorrow.' },
  );
  expect(stopped).toMatchObject({ run: 'stopped', waitsFor: undefined, note: 'Tomorrow.' });
  expect(reduceQueue(stopped, { type: 'begun' }).note).toBeUndefined();
});

test('a video that was removed meanwhile does not come back', () => {
  const state = play(
    added,
    { type: 'removed', id: 'two' },
    { type: 'went on', id: 'two', state: 'done' },
    { type: 'opened', id: 'two', durationSeconds: 4 },
  );
  expect(state.videos.map(({ id }) => id)).toEqual(['one', 'three']);
});

test('a video says what it lacks, by its own settings or those for all', () => {
  const plans = ['standard'] as const;
  const own = { form: { ...emptyForm, voice: 'nova' }, isSpoken: false } as const;
  expect(findObstacle(play(added), plans)).toBeUndefined();
  expect(findObstacle(play(added), ['premium'])).toBe('one.mp4 needs a voice.');
  const without = play(added, { type: 'set one', id: 'two', own });
  expect(findObstacle(without, plans)).toBe('two.mp4 needs a prompt.');
  expect(
    findObstacle(reduceQueue(without, { type: 'set one', id: 'two', own: undefined }), plans),
  ).toBeUndefined();
});

test('a queue that is closed when all is done is over; else it stays', () => {
  const done = play(
    { type: 'added', videos: [video('one')] },
    { type: 'went on', id: 'one', state: 'done' },
    { type: 'shown', isOpen: false },
  );
  expect(done.videos).toEqual([]);
  expect(play(added, { type: 'shown', isOpen: false }).videos).toHaveLength(3);
});

test('a file that is refused for what it is does not wait again, unless its settings change', () => {
  const refused = play(
    added,
    { type: 'went on', id: 'one', state: 'failed', message: 'No video.', failsAgain: true },
    { type: 'went on', id: 'two', state: 'failed', message: 'Busy.' },
  );
  expect(refused.videos.map(isRetried)).toEqual([false, true, false]);
  const again = reduceQueue(refused, { type: 'retried' });
  expect(listStates(again)).toEqual(['failed', 'waiting', 'waiting']);
  expect(again.videos[0]?.message).toBe('No video.');
  expect(reduceQueue(refused, { type: 'set one', id: 'one', own: undefined }).videos.map(isRetried)[0]).toBe(
    true,
  );
});
