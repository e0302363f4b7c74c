export { lazyVideoPanel } from './lazy-video-panel.ts';
