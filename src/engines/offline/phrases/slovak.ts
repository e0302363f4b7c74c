import type { Phrases } from './phrases.ts';

export const slovak: Phrases = {
  opening: ['A tak sa to začína.', 'Toto je začiatok.', 'Objavuje sa prvý obraz.'],
  light: {
    dark: ['Obraz je tmavý.', 'Väčšina obrazu je ponorená do tmy.', 'Svetla je tu veľmi málo.'],
    dim: ['Svetlo je slabé.', 'Dopadá sem len trochu svetla.', 'Obraz je v prítmí.'],
    bright: ['Obraz je plný svetla.', 'Všetko je svetlé.', 'Svetla je tu dostatok.'],
  },
  contrast: {
    soft: ['Svetlo a tieň sú si blízke.', 'Tóny sú jemné.'],
    strong: ['Svetlo a tieň sú ostro oddelené.', 'Kontrast je silný.'],
  },
  colours: [
    'Farby, ktoré vypĺňajú obraz: {colours}.',
    'Farby, ktoré tu vidno najviac: {colours}.',
    'Pred našimi očami: {colours}.',
  ],
  temperature: {
    warm: ['Farby pôsobia teplo.', 'Obraz má teplý nádych.'],
    cool: ['Farby pôsobia chladne.', 'Obraz má chladný nádych.'],
  },
  detail: {
    plain: ['Obraz vypĺňajú veľké, pokojné plochy.', 'Podrobností je málo.'],
    busy: ['Obraz vypĺňa množstvo drobných podrobností.', 'Je sa na čo pozerať.'],
  },
  change: {
    cut: ['Teraz je obraz iný.', 'Scéna sa mení.', 'Objavuje sa nový obraz.'],
    strong: ['Je tu veľa pohybu.', 'Naraz sa toho mení veľa.', 'Obraz je plný pohybu.'],
    gentle: ['Niečo sa jemne hýbe.', 'Obraz sa pomaly mení.', 'Pokojný pohyb pokračuje.'],
    still: ['Takmer nič sa nehýbe.', 'Obraz je v pokoji.', 'Na chvíľu všetko zostáva tak, ako bolo.'],
  },
  trend: {
    brighter: ['Obraz sa rozjasňuje.', 'Svetla pribúda.'],
    darker: ['Obraz tmavne.', 'Svetlo slabne.'],
  },
  clock: ['Doterajší čas: {time}.', 'Od začiatku: {time}.'],
  halfway: ['Polovica je za nami.', 'Sme v polovici.'],
  bridge: ['Pozerajme sa ďalej.', 'A tak to pokračuje.', 'Na chvíľu sa zahľaďme.', 'Ešte to nie je všetko.'],
  ending: ['A to je koniec.', 'Tu sa to končí.', 'Týmto obrazom sa všetko uzatvára.'],
  colourNames: {
    black: 'čierna',
    white: 'biela',
    grey: 'sivá',
    red: 'červená',
    orange: 'oranžová',
    yellow: 'žltá',
    green: 'zelená',
    turquoise: 'tyrkysová',
    blue: 'modrá',
    purple: 'fialová',
    pink: 'ružová',
    brown: 'hnedá',
  },
};
