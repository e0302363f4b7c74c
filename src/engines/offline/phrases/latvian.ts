import type { Phrases } from './phrases.ts';

export const latvian: Phrases = {
  opening: ['Un tā tas sākas.', 'Lūk, sākums.', 'Parādās pirmais attēls.'],
  light: {
    dark: ['Attēls ir tumšs.', 'Lielākā daļa slēpjas tumsā.', 'Gaismas šeit ir ļoti maz.'],
    dim: ['Gaisma ir blāva.', 'Šeit krīt tikai nedaudz gaismas.', 'Attēlā valda pustumsa.'],
    bright: ['Attēls ir gaismas pilns.', 'Viss ir gaišs.', 'Gaismas šeit ir papilnam.'],
  },
  contrast: {
    soft: ['Gaisma un ēna atšķiras pavisam maz.', 'Toņi ir maigi.'],
    strong: ['Gaisma un ēna krasi atšķiras.', 'Kontrasts ir spēcīgs.'],
  },
  colours: [
    'Krāsas: {colours}.',
    'Krāsas, kas piepilda attēlu: {colours}.',
    'Galvenās krāsas šeit: {colours}.',
  ],
  temperature: {
    warm: ['Krāsas šķiet siltas.', 'Pār attēlu klājas silts tonis.'],
    cool: ['Krāsas šķiet vēsas.', 'Pār attēlu klājas vēss tonis.'],
  },
  detail: {
    plain: ['Attēlu aizpilda lieli, mierīgi laukumi.', 'Detaļu ir maz.'],
    busy: ['Attēlu aizpilda daudz sīku detaļu.', 'Šeit ir daudz ko redzēt.'],
  },
  change: {
    cut: ['Tagad attēls ir cits.', 'Aina mainās.', 'Parādās jauns attēls.'],
    strong: ['Kustības ir daudz.', 'Vienlaikus mainās daudz kas.', 'Attēls ir kustības pilns.'],
    gentle: ['Kaut kas rāmi kustas.', 'Attēls mainās pamazām.', 'Turpinās mierīga kustība.'],
    still: ['Gandrīz nekas nekustas.', 'Attēlā iestājas miers.', 'Uz mirkli viss paliek, kā bijis.'],
  },
  trend: {
    brighter: ['Kļūst gaišāks.', 'Gaismas kļūst vairāk.'],
    darker: ['Kļūst tumšāks.', 'Gaisma dziest.'],
  },
  clock: ['Pagājušais laiks: {time}.', 'Kopš sākuma: {time}.'],
  halfway: ['Puse jau pagājusi.', 'Esam pašā vidū.'],
  bridge: [
    'Skatīsimies tālāk.',
    'Un tā tas turpinās.',
    'Veltīsim mirkli, lai ielūkotos.',
    'Tas vēl nav viss.',
  ],
  ending: ['Un tās ir beigas.', 'Šeit tas beidzas.', 'Ar šo attēlu viss noslēdzas.'],
  colourNames: {
    black: 'melna',
    white: 'balta',
    grey: 'pelēka',
    red: 'sarkana',
    orange: 'oranža',
    yellow: 'dzeltena',
    green: 'zaļa',
    turquoise: 'tirkīzzila',
    blue: 'zila',
    purple: 'violeta',
    pink: 'rozā',
    brown: 'brūna',
  },
};
