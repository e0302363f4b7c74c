import { t } from '#shared/messages/message.ts';
import { queueMessages } from '#shared/messages/queue.ts';
import type { KeptQueue, QueuedState, QueuedVideo, QueueSettings } from '../keep/kept-queue.ts';
import { isOffered, type OfferedPlans } from '../model/editor.ts';

export interface ListedVideo extends QueuedVideo {
  /** What is to be done before it can be read again: to allow it with a press, or to choose the file. */
  readonly needs?: 'permission' | 'file' | undefined;
}

export interface QueueState extends KeptQueue {
  readonly videos: readonly ListedVideo[];
  readonly run: 'stopped' | 'running' | 'pausing';
  /** What a running queue waits for: the work of the page, or the connection. */
  readonly waitsFor?: 'page' | 'connection' | undefined;
  readonly note?: string | undefined;
  /** Another tab has the queue. */
  readonly isElsewhere: boolean;
  readonly isOpen: boolean;
}

export type QueueEvent =
  | { readonly type: 'restored'; readonly queue: KeptQueue }
  | { readonly type: 'added'; readonly videos: readonly QueuedVideo[] }
  | { readonly type: 'removed'; readonly id: string }
  | { readonly type: 'opened'; readonly id: string; readonly durationSeconds: number }
  | { readonly type: 'read'; readonly id: string; readonly needs: ListedVideo['needs'] }
  | {
      readonly type: 'went on';
      readonly id: string;
      readonly state: QueuedState;
      readonly message?: string | undefined;
      readonly failsAgain?: boolean | undefined;
    }
  | { readonly type: 'set'; readonly settings: QueueSettings }
  | { readonly type: 'set one'; readonly id: string; readonly own: QueueSettings | undefined }
  | { readonly type: 'begun' }
  | { readonly type: 'pausing' }
  | { readonly type: 'waits'; readonly waitsFor: QueueState['waitsFor'] }
  | { readonly type: 'stopped'; readonly note?: string | undefined }
  | { readonly type: 'retried' }
  | { readonly type: 'shown'; readonly isOpen: boolean };

/** The queue after an event. An event about a video that was removed meanwhile changes nothing. */
export function reduceQueue(state: QueueState, event: QueueEvent): QueueState {
  switch (event.type) {
    case 'restored':
      return { ...state, ...event.queue, isElsewhere: false };
    case 'added':
      return { ...state, videos: [...state.videos, ...event.videos], note: undefined };
    case 'removed':
      return { ...state, videos: state.videos.filter(({ id }) => id !== event.id) };
    case 'opened':
      return change(state, event.id, { durationSeconds: event.durationSeconds });
    case 'read':
      return change(state, event.id, { needs: event.needs });
    case 'went on':
      return change(state, event.id, {
        state: event.state,
        message: event.message,
        failsAgain: event.failsAgain,
      });
    case 'set':
      return { ...state, settings: event.settings };
    case 'set one':
      return change(state, event.id, { own: event.own, failsAgain: undefined });
    case 'begun':
      return { ...state, run: 'running', note: undefined };
    case 'pausing':
      return state.run === 'running' ? { ...state, run: 'pausing' } : state;
    case 'waits':
      return state.waitsFor === event.waitsFor ? state : { ...state, waitsFor: event.waitsFor };
    case 'stopped':
      return { ...state, run: 'stopped', waitsFor: undefined, note: event.note };
    case 'retried':
      return { ...state, videos: state.videos.map(wait) };
    case 'shown':
      return event.isOpen ? { ...state, isOpen: true } : close(state);
  }
}

export function findNext({ videos }: Pick<QueueState, 'videos'>): ListedVideo | undefined {
  return videos.find(({ state, needs }) => state === 'waiting' && needs === undefined);
}

/** Why the next videos cannot be narrated. */
export function findObstacle(state: KeptQueue, plans: OfferedPlans): string | undefined {
  for (const video of state.videos.filter(each => each.state !== 'done')) {
    const { name } = video;
    const { prompt, voice } = getSettings(state, video).form;
    if (prompt.trim() === '') return t(queueMessages.promptMissing, { name });
    if (!voice || !isOffered(voice, plans)) return t(queueMessages.voiceMissing, { name });
  }
  return undefined;
}

export function getSettings({ settings }: KeptQueue, { own }: QueuedVideo): QueueSettings {
  return own ?? settings;
}

export function count({ videos }: KeptQueue, state: QueuedState): number {
  return videos.filter(each => each.state === state).length;
}

function change(state: QueueState, id: string, changes: Partial<ListedVideo>): QueueState {
  return {
    ...state,
    videos: state.videos.map(video => (video.id === id ? { ...video, ...changes } : video)),
  };
}

function wait(video: ListedVideo): ListedVideo {
  return isRetried(video) ? { ...video, state: 'waiting', message: undefined } : video;
}

export function isRetried({ state, failsAgain }: QueuedVideo): boolean {
  return state === 'failed' && !failsAgain;
}

/** Nothing is left to be done: the results are in the list of narrations. */
function close(state: QueueState): QueueState {
  const isOver = state.videos.every(video => video.state === 'done');
  return { ...state, isOpen: false, ...(isOver && { videos: [] }) };
}
