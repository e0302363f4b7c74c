import { expect, test } from 'vitest';
import { emptyForm } from '../model/editor-state.ts';
import {
  changeVideo,
  closeQueue,
  findNext,
  findObstacle,
  type ListedVideo,
  mayRetry,
  type QueueState,
  retryFailed,
} from './queue.ts';

const settings = { form: { ...emptyForm, prompt: 'Calmly.', voice: 'nova' }, isSpoken: true } as const;

function queue(...changes: Partial<ListedVideo>[]): QueueState {
  const videos = changes.map(
    (change, at): ListedVideo => ({
      id: `${at}`,
      name: `${at}.mp4`,
      sizeBytes: 1,
      state: 'waiting',
      ...change,
    }),
  );
  return { settings, videos, run: 'stopped', isElsewhere: false, isOpen: true };
}

test('videos are narrated in their order; one that is done, has failed or needs its file is passed over', () => {
  const state = queue({ state: 'done' }, { state: 'failed' }, { needs: 'file' }, {}, {});
  expect(findNext(state)?.id).toBe('3');
  expect(findNext(queue({ state: 'done' }))).toBeUndefined();
});

test('what failed waits again, without its reason; what is done, or would fail again, stays as it is', () => {
  const failed = { state: 'failed', message: 'Busy.' } as const;
  const state = queue({ state: 'done' }, failed, { ...failed, failsAgain: true });
  expect(state.videos.map(mayRetry)).toEqual([false, true, false]);
  expect(retryFailed(state).videos).toMatchObject([
    { state: 'done' },
    { state: 'waiting', message: undefined },
    { state: 'failed', message: 'Busy.' },
  ]);
});

test('a video that was removed meanwhile does not come back', () => {
  const { videos } = queue({}, {});
  expect(changeVideo({ videos: videos.slice(1) }, '0', { state: 'done' }).videos).toMatchObject([
    { id: '1' },
  ]);
});

test('a video follows the settings for all until it has its own, and says what it lacks', () => {
  const plans = ['standard'] as const;
  const state = queue({}, {});
  expect(findObstacle(state, plans)).toBeUndefined();
  expect(findObstacle(state, ['premium'])).toBe('0.mp4 needs a voice.');
  const own = { form: { ...emptyForm, voice: 'nova' }, isSpoken: false } as const;
  const changed = { ...state, ...changeVideo(state, '1', { own }) };
  expect(findObstacle(changed, plans)).toBe('1.mp4 needs a prompt.');
  const silent = { ...changed, settings: { ...settings, form: { ...settings.form, prompt: ' ' } } };
  expect(findObstacle(silent, plans)).toBe('0.mp4 needs a prompt.');
  expect(
    findObstacle({ ...changed, ...changeVideo(changed, '1', { own: undefined }) }, plans),
  ).toBeUndefined();
});

test('a queue that is closed when all is done is over; else it stays', () => {
  expect(closeQueue(queue({ state: 'done' })).videos).toEqual([]);
  expect(closeQueue(queue({ state: 'done' }, { state: 'failed' })).videos).toHaveLength(2);
});
