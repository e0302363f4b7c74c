import type { Phrases } from './phrases.ts';

export const estonian: Phrases = {
  opening: ['Ja nii see algab.', 'Siit saab kõik alguse.', 'Ilmub esimene pilt.'],
  light: {
    dark: ['Pilt on tume.', 'Suurem osa on pimeduses.', 'Valgust on siin väga vähe.'],
    dim: ['Valgus on nõrk.', 'Siia langeb vaid veidi valgust.', 'Pilt on üsna hämar.'],
    bright: ['Pilt on valgust täis.', 'Kõik on hele.', 'Siin on küllaga valgust.'],
  },
  contrast: {
    soft: ['Valguse ja varju vahe on väike.', 'Toonid on pehmed.'],
    strong: ['Valgus ja vari eristuvad teravalt.', 'Kontrast on tugev.'],
  },
  colours: ['Värvid: {colours}.', 'Pildi põhitoonid: {colours}.', 'Kõige rohkem paistab silma: {colours}.'],
  temperature: {
    warm: ['Värvid mõjuvad soojalt.', 'Pilti katab soe toon.'],
    cool: ['Värvid mõjuvad jahedalt.', 'Pilti katab jahe toon.'],
  },
  detail: {
    plain: ['Pilti täidavad suured rahulikud pinnad.', 'Üksikasju on vähe.'],
    busy: ['Pilt on täis väikesi üksikasju.', 'Siin on palju vaadata.'],
  },
  change: {
    cut: ['Nüüd on pilt teine.', 'Stseen vahetub.', 'Avaneb uus pilt.'],
    strong: ['Liikumist on palju.', 'Korraga muutub nii mõndagi.', 'Pilt on täis liikumist.'],
    gentle: ['Miski liigub tasakesi.', 'Pilt muutub vähehaaval.', 'Rahulik liikumine jätkub.'],
    still: ['Peaaegu miski ei liigu.', 'Pilt püsib paigal.', 'Hetkeks jääb kõik nii, nagu oli.'],
  },
  trend: {
    brighter: ['Läheb valgemaks.', 'Valgust tuleb juurde.'],
    darker: ['Läheb pimedamaks.', 'Valgus hääbub.'],
  },
  clock: ['Algusest on möödunud: {time}.', 'Seni kulunud aeg: {time}.'],
  halfway: ['Pool on möödas.', 'Oleme jõudnud keskele.'],
  bridge: ['Vaatame edasi.', 'Ja nii see jätkub.', 'Jääme hetkeks vaatama.', 'Midagi on veel tulemas.'],
  ending: ['Ja see ongi lõpp.', 'Siin see lõpeb.', 'Selle pildiga jõuab kõik lõpule.'],
  colourNames: {
    black: 'must',
    white: 'valge',
    grey: 'hall',
    red: 'punane',
    orange: 'oranž',
    yellow: 'kollane',
    green: 'roheline',
    turquoise: 'türkiissinine',
    blue: 'sinine',
    purple: 'lilla',
    pink: 'roosa',
    brown: 'pruun',
  },
};
