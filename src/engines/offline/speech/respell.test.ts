import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '#shared/languages.ts';
import { respell } from './respell.ts';

describe('respell', () => {
  it.each<[LanguageCode, string, string]>([
    ['bs', 'WC šolja, skateboard.', 've-ce šolja, skejtbord.'],
    ['cs', 'baseballová pálka', 'bejzbolová pálka'],
    ['fr', 'Un sac à dos sur le DOS.', 'Un sac à deau sur le deau.'],
    ['ar', 'كلب وبقرة.', 'كلب وبَقَرَه.'],
    ['zh', '熊和 R2', "[[S;j'ong35]]和 R 2"],
    ['zh', '50 % 和 7.5%', '百分之50 和 百分之7.5'],
    ['ko', '50 %', '50 퍼센트'],
    ['uk', 'Тут написано: «R2-D2».', 'Тут написано:  R2-D2 .'],
    ['tl', 'mga keyboard', 'manga kibord'],
  ])('writes %s so that the voice says it: %s', async (code, written, said) => {
    expect(await respell(written, code)).toBe(said);
  });

  it.each<[LanguageCode, string]>([
    ['fr', 'le dossier, endosser'],
    ['cs', 'notebooky'],
    ['en', 'skateboard, 50 %'],
    ['bs', 'wcx'],
  ])('leaves other words of %s alone: %s', async (code, written) => {
    expect(await respell(written, code)).toBe(written);
  });
});
