import type { Phrases } from './phrases.ts';

export const finnish: Phrases = {
  opening: ['Näin se alkaa.', 'Tästä lähdetään liikkeelle.', 'Ensimmäinen kuva tulee näkyviin.'],
  light: {
    dark: ['Kuva on tumma.', 'Suurin osa jää pimentoon.', 'Valoa on tässä hyvin vähän.'],
    dim: ['Valo on himmeä.', 'Tähän lankeaa vain vähän valoa.', 'Kuva on melko hämärä.'],
    bright: ['Kuva on täynnä valoa.', 'Kaikki on valoisaa.', 'Valoa riittää.'],
  },
  contrast: {
    soft: ['Valo ja varjo ovat lähellä toisiaan.', 'Sävyt ovat pehmeitä.'],
    strong: ['Valo ja varjo erottuvat jyrkästi.', 'Kontrasti on voimakas.'],
  },
  colours: [
    'Värit: {colours}.',
    'Kuvan hallitsevat värit: {colours}.',
    'Ennen kaikkea tässä näkyy: {colours}.',
  ],
  temperature: {
    warm: ['Värit tuntuvat lämpimiltä.', 'Kuvassa on lämmin sävy.'],
    cool: ['Värit tuntuvat viileiltä.', 'Kuvassa on viileä sävy.'],
  },
  detail: {
    plain: ['Suuret, rauhalliset pinnat täyttävät kuvan.', 'Yksityiskohtia on vähän.'],
    busy: ['Kuva on täynnä pieniä yksityiskohtia.', 'Katseltavaa on paljon.'],
  },
  change: {
    cut: ['Nyt kuva on toinen.', 'Näkymä vaihtuu.', 'Esiin tulee uusi kuva.'],
    strong: ['Liikettä on paljon.', 'Moni asia muuttuu yhtä aikaa.', 'Kuva on täynnä liikettä.'],
    gentle: ['Jokin liikkuu hiljalleen.', 'Kuva muuttuu vähitellen.', 'Rauhallinen liike jatkuu.'],
    still: ['Juuri mikään ei liiku.', 'Kuva lepää paikallaan.', 'Hetken aikaa kaikki pysyy ennallaan.'],
  },
  trend: {
    brighter: ['Kuva kirkastuu.', 'Valo lisääntyy.'],
    darker: ['Kuva tummuu.', 'Valo hiipuu.'],
  },
  clock: ['Aikaa on kulunut: {time}.', 'Alusta laskien: {time}.'],
  halfway: ['Puolet on takana.', 'Nyt ollaan puolivälissä.'],
  bridge: [
    'Jatketaan katselua.',
    'Ja näin se jatkuu.',
    'Pysähdytään hetkeksi katsomaan.',
    'Lisää on vielä tulossa.',
  ],
  ending: ['Ja siinä se oli.', 'Tähän se päättyy.', 'Tämä kuva jää viimeiseksi.'],
  colourNames: {
    black: 'musta',
    white: 'valkoinen',
    grey: 'harmaa',
    red: 'punainen',
    orange: 'oranssi',
    yellow: 'keltainen',
    green: 'vihreä',
    turquoise: 'turkoosi',
    blue: 'sininen',
    purple: 'violetti',
    pink: 'vaaleanpunainen',
    brown: 'ruskea',
  },
};
