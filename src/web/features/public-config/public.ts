export { publicConfigQuery, usePublicConfig } from './use-public-config.ts';
