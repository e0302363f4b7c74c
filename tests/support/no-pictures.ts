import type { PictureDecoding } from '#server/choose-engines.ts';

const refuse = () => Promise.reject(new Error('No picture is looked at here.'));

/** For `chooseEngines` in tests without pictures. */
export const noPictures: PictureDecoding = {
  visionWorker: {
    observe: refuse,
    prepare() {},
    readLoad: () => ({ busy: 0, waiting: 0 }),
    findFaults: async () => [],
  },
  fitPictures: refuse,
};
