// biome-ignore lint/performance/noBarrelFile: until all callers import from describe-values.ts
export { describeCost } from './describe-values.ts';
