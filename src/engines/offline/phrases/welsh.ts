import type { Phrases } from './phrases.ts';

export const welsh: Phrases = {
  opening: ['A dyma’r dechrau.', 'Fel hyn mae’n dechrau.', 'Mae’r llun cyntaf yn ymddangos.'],
  light: {
    dark: ['Mae’r llun yn dywyll.', 'Mae’r rhan fwyaf mewn tywyllwch.', 'Ychydig iawn o olau sydd yma.'],
    dim: ['Mae’r golau’n wan.', 'Dim ond ychydig o olau sy’n cyrraedd yma.', 'Mae’r llun braidd yn bŵl.'],
    bright: ['Mae’r llun yn llawn golau.', 'Mae popeth yn ddisglair.', 'Mae digonedd o olau yma.'],
  },
  contrast: {
    soft: ['Mae golau a chysgod yn agos at ei gilydd.', 'Mae’r arlliwiau’n feddal.'],
    strong: ['Mae golau a chysgod ymhell oddi wrth ei gilydd.', 'Mae’r cyferbyniad yn gryf.'],
  },
  colours: [
    'Y lliwiau: {colours}.',
    'Y lliwiau sy’n llenwi’r llun: {colours}.',
    'Y lliwiau amlycaf: {colours}.',
  ],
  temperature: {
    warm: ['Mae’r lliwiau’n teimlo’n gynnes.', 'Mae naws gynnes dros y llun.'],
    cool: ['Mae’r lliwiau’n teimlo’n oer.', 'Mae naws oer dros y llun.'],
  },
  detail: {
    plain: ['Mae darnau mawr, tawel o liw yn llenwi’r llun.', 'Prin yw’r manylion.'],
    busy: ['Mae llawer o fanylion bach yn llenwi’r llun.', 'Mae llawer i edrych arno.'],
  },
  change: {
    cut: ['Llun gwahanol sydd yma nawr.', 'Mae’r olygfa’n newid.', 'Mae llun newydd yn ymddangos.'],
    strong: [
      'Mae llawer o symud yma.',
      'Mae llawer yn newid ar yr un pryd.',
      'Mae’r llun yn llawn symudiad.',
    ],
    gentle: [
      'Mae rhywbeth yn symud yn araf deg.',
      'Mae’r llun yn newid fesul tipyn.',
      'Mae symudiad tawel yn parhau.',
    ],
    still: ['Does bron dim yn symud.', 'Mae’r llun yn llonydd.', 'Am ennyd, mae popeth yn aros fel yr oedd.'],
  },
  trend: {
    brighter: ['Mae’n goleuo.', 'Mae’r golau’n cryfhau.'],
    darker: ['Mae’n tywyllu.', 'Mae’r golau’n pylu.'],
  },
  clock: ['Yr amser hyd yma: {time}.', 'Ers y dechrau: {time}.'],
  halfway: ['Mae hanner yr amser wedi mynd.', 'Dyma’r canol.'],
  bridge: ['Gadewch i ni ddal i wylio.', 'Ac ymlaen â ni.', 'Oedwch am eiliad i edrych.', 'Mae mwy i ddod.'],
  ending: ['A dyna’r diwedd.', 'Dyma lle mae’n gorffen.', 'Mae’n cloi gyda’r llun hwn.'],
  colourNames: {
    black: 'du',
    white: 'gwyn',
    grey: 'llwyd',
    red: 'coch',
    orange: 'oren',
    yellow: 'melyn',
    green: 'gwyrdd',
    turquoise: 'gwyrddlas',
    blue: 'glas',
    purple: 'porffor',
    pink: 'pinc',
    brown: 'brown',
  },
};
