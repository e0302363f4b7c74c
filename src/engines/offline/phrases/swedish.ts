import type { Phrases } from './phrases.ts';

export const swedish: Phrases = {
  opening: ['Och så börjar det.', 'Så här inleds det.', 'Den första bilden visar sig.'],
  light: {
    dark: ['Bilden är mörk.', 'Det mesta ligger i mörker.', 'Här finns mycket lite ljus.'],
    dim: ['Ljuset är svagt.', 'Bara lite ljus når hit.', 'Bilden är ganska dunkel.'],
    bright: ['Bilden är full av ljus.', 'Allt är ljust.', 'Här finns gott om ljus.'],
  },
  contrast: {
    soft: ['Ljus och skugga ligger nära varandra.', 'Tonerna är mjuka.'],
    strong: ['Ljus och skugga står långt ifrån varandra.', 'Kontrasten är stark.'],
  },
  colours: ['Färgerna: {colours}.', 'Det här fyller bilden: {colours}.', 'Framför allt syns här: {colours}.'],
  temperature: {
    warm: ['Färgerna känns varma.', 'En varm ton vilar över bilden.'],
    cool: ['Färgerna känns svala.', 'En sval ton vilar över bilden.'],
  },
  detail: {
    plain: ['Stora, lugna ytor fyller bilden.', 'Detaljerna är få.'],
    busy: ['Många små detaljer fyller bilden.', 'Det finns mycket att titta på.'],
  },
  change: {
    cut: ['Nu är bilden en annan.', 'Scenen växlar.', 'En ny bild träder fram.'],
    strong: ['Här är det mycket rörelse.', 'Mycket förändras på en gång.', 'Bilden är full av rörelse.'],
    gentle: ['Något rör sig sakta.', 'Bilden förändras lite i taget.', 'En lugn rörelse pågår.'],
    still: ['Nästan ingenting rör sig.', 'Bilden vilar.', 'För ett ögonblick förblir allt som det var.'],
  },
  trend: {
    brighter: ['Det blir ljusare.', 'Ljuset tilltar.'],
    darker: ['Det blir mörkare.', 'Ljuset avtar.'],
  },
  clock: ['Tid hittills: {time}.', 'Sedan början: {time}.'],
  halfway: ['Halva tiden har gått.', 'Vi har nått mitten.'],
  bridge: ['Låt oss titta vidare.', 'Och så fortsätter det.', 'Ge ögat en stund.', 'Det finns mer att se.'],
  ending: ['Och det var slutet.', 'Här tar det slut.', 'Med den här bilden avslutas det.'],
  colourNames: {
    black: 'svart',
    white: 'vit',
    grey: 'grå',
    red: 'röd',
    orange: 'orange',
    yellow: 'gul',
    green: 'grön',
    turquoise: 'turkos',
    blue: 'blå',
    purple: 'lila',
    pink: 'rosa',
    brown: 'brun',
  },
};
