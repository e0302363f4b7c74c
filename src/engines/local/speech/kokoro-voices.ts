import type { LanguageCode } from '#shared/languages.ts';

/** The speakers of Kokoro v1.0 in the order of its `voices.bin` (sherpa-onnx, scripts/kokoro/v1.0/generate_voices_bin.py). */
export const kokoroNames: readonly string[] = `
  af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky
  am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa
  bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis
  ef_dora em_alex ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola
  jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa
  zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang`
  .trim()
  .split(/\s+/u);

/** espeak-ng's names of the languages, by which words are pronounced that are in no lexicon. */
export const kokoroLanguages: Partial<Readonly<Record<LanguageCode, string>>> = {
  en: 'en-us',
  es: 'es',
  fr: 'fr-fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
  zh: 'cmn',
};
