import type { Phrases } from './phrases.ts';

export const dutch: Phrases = {
  opening: ['En zo begint het.', 'Hier is het begin.', 'Het eerste beeld verschijnt.'],
  light: {
    dark: ['Het beeld is donker.', 'Het meeste ligt in het duister.', 'Er is hier heel weinig licht.'],
    dim: ['Het licht is zwak.', 'Er valt hier maar een beetje licht.', 'Het beeld is wat schemerig.'],
    bright: ['Het beeld is vol licht.', 'Alles is helder.', 'Er is hier volop licht.'],
  },
  contrast: {
    soft: ['Licht en schaduw liggen dicht bij elkaar.', 'De tonen zijn zacht.'],
    strong: ['Licht en schaduw liggen ver uit elkaar.', 'Het contrast is sterk.'],
  },
  colours: ['Wat het beeld vult: {colours}.', 'Vooral te zien: {colours}.', 'Voor onze ogen: {colours}.'],
  temperature: {
    warm: ['De kleuren voelen warm aan.', 'Er ligt een warme tint over het beeld.'],
    cool: ['De kleuren voelen koel aan.', 'Er ligt een koele tint over het beeld.'],
  },
  detail: {
    plain: ['Grote, rustige vlakken vullen het beeld.', 'Er zijn weinig details.'],
    busy: ['Veel kleine details vullen het beeld.', 'Er is veel om naar te kijken.'],
  },
  change: {
    cut: ['Nu is het een ander beeld.', 'Het tafereel verandert.', 'Er verschijnt een nieuw beeld.'],
    strong: ['Er is veel beweging.', 'Er verandert veel tegelijk.', 'Het beeld is vol beweging.'],
    gentle: [
      'Er beweegt iets, zachtjes.',
      'Het beeld verandert beetje bij beetje.',
      'Een kalme beweging gaat door.',
    ],
    still: ['Bijna niets beweegt.', 'Het beeld rust.', 'Even blijft alles zoals het was.'],
  },
  trend: {
    brighter: ['Het wordt lichter.', 'Er komt meer licht bij.'],
    darker: ['Het wordt donkerder.', 'Het licht neemt af.'],
  },
  clock: ['Tijd tot nu toe: {time}.', 'Op de klok: {time}.'],
  halfway: ['De helft is voorbij.', 'Dit is het midden.'],
  bridge: [
    'Laten we verder kijken.',
    'En zo gaat het door.',
    'Neem even de tijd om te kijken.',
    'Er komt nog meer.',
  ],
  ending: ['En dat is het einde.', 'Hier eindigt het.', 'Met dit beeld loopt het af.'],
  colourNames: {
    black: 'zwart',
    white: 'wit',
    grey: 'grijs',
    red: 'rood',
    orange: 'oranje',
    yellow: 'geel',
    green: 'groen',
    turquoise: 'turquoise',
    blue: 'blauw',
    purple: 'paars',
    pink: 'roze',
    brown: 'bruin',
  },
};
