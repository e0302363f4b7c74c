import type { Phrases } from './phrases.ts';

export const icelandic: Phrases = {
  opening: ['Og þannig hefst þetta.', 'Hér er upphafið.', 'Fyrsta myndin birtist.'],
  light: {
    dark: ['Myndin er dökk.', 'Mestallt er hulið myrkri.', 'Hér er mjög lítil birta.'],
    dim: ['Birtan er dauf.', 'Hingað berst aðeins lítið ljós.', 'Yfir myndinni hvílir rökkur.'],
    bright: ['Myndin er full af ljósi.', 'Allt er bjart.', 'Hér er næg birta.'],
  },
  contrast: {
    soft: ['Stutt er á milli ljóss og skugga.', 'Litbrigðin eru mjúk.'],
    strong: ['Langt er á milli ljóss og skugga.', 'Andstæðurnar eru skarpar.'],
  },
  colours: ['Litirnir: {colours}.', 'Það sem fyllir myndina: {colours}.', 'Hér sést einkum: {colours}.'],
  temperature: {
    warm: ['Litirnir eru hlýir.', 'Hlýr blær er yfir myndinni.'],
    cool: ['Litirnir eru kaldir.', 'Kaldur blær er yfir myndinni.'],
  },
  detail: {
    plain: ['Stórir, kyrrlátir fletir fylla myndina.', 'Smáatriðin eru fá.'],
    busy: ['Fjölmörg smáatriði fylla myndina.', 'Hér er margt að sjá.'],
  },
  change: {
    cut: ['Nú er myndin önnur.', 'Nýtt atriði tekur við.', 'Ný mynd birtist.'],
    strong: ['Hér er mikil hreyfing.', 'Margt breytist í einu.', 'Myndin er full af hreyfingu.'],
    gentle: ['Eitthvað hreyfist mjúklega.', 'Myndin breytist smám saman.', 'Róleg hreyfing heldur áfram.'],
    still: ['Nær ekkert hreyfist.', 'Myndin er kyrr.', 'Um stund helst allt eins og það var.'],
  },
  trend: {
    brighter: ['Það birtir.', 'Ljósið eykst.'],
    darker: ['Það dimmir.', 'Ljósið dofnar.'],
  },
  clock: ['Liðinn tími: {time}.', 'Frá upphafi: {time}.'],
  halfway: ['Helmingurinn er liðinn.', 'Þetta er miðjan.'],
  bridge: ['Horfum áfram.', 'Og áfram heldur þetta.', 'Stöldrum við og horfum.', 'Meira er í vændum.'],
  ending: ['Og þar með er þessu lokið.', 'Hér endar þetta.', 'Þessi mynd er sú síðasta.'],
  colourNames: {
    black: 'svartur',
    white: 'hvítur',
    grey: 'grár',
    red: 'rauður',
    orange: 'appelsínugulur',
    yellow: 'gulur',
    green: 'grænn',
    turquoise: 'grænblár',
    blue: 'blár',
    purple: 'fjólublár',
    pink: 'bleikur',
    brown: 'brúnn',
  },
};
