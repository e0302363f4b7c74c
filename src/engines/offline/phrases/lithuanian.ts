import type { Phrases } from './phrases.ts';

export const lithuanian: Phrases = {
  opening: ['Taip viskas prasideda.', 'Štai ir pradžia.', 'Pasirodo pirmasis vaizdas.'],
  light: {
    dark: ['Vaizdas tamsus.', 'Didžioji dalis skendi tamsoje.', 'Šviesos čia labai mažai.'],
    dim: ['Šviesa blausi.', 'Čia patenka vos truputis šviesos.', 'Vaizde tvyro prieblanda.'],
    bright: ['Vaizdas kupinas šviesos.', 'Viskas šviesu.', 'Šviesos čia apstu.'],
  },
  contrast: {
    soft: ['Skirtumas tarp šviesos ir šešėlio nedidelis.', 'Tonai švelnūs.'],
    strong: ['Šviesa ir šešėlis ryškiai skiriasi.', 'Kontrastas stiprus.'],
  },
  colours: [
    'Spalvos: {colours}.',
    'Vaizdą užpildančios spalvos: {colours}.',
    'Čia labiausiai matyti: {colours}.',
  ],
  temperature: {
    warm: ['Spalvos šiltos.', 'Vaizdą gaubia šiltas tonas.'],
    cool: ['Spalvos vėsios.', 'Vaizdą gaubia vėsus tonas.'],
  },
  detail: {
    plain: ['Vaizdą užpildo dideli, ramūs plotai.', 'Detalių nedaug.'],
    busy: ['Vaizdą užpildo daugybė smulkių detalių.', 'Čia daug ką galima pamatyti.'],
  },
  change: {
    cut: ['Dabar vaizdas jau kitas.', 'Keičiasi scena.', 'Atsiveria naujas vaizdas.'],
    strong: ['Čia daug judesio.', 'Vienu metu keičiasi daug kas.', 'Vaizdas kupinas judesio.'],
    gentle: ['Matyti švelnus judesys.', 'Vaizdas po truputį keičiasi.', 'Ramus judėjimas tęsiasi.'],
    still: ['Beveik niekas nejuda.', 'Vaizdas ramus.', 'Akimirką viskas lieka kaip buvę.'],
  },
  trend: {
    brighter: ['Darosi šviesiau.', 'Šviesos daugėja.'],
    darker: ['Darosi tamsiau.', 'Šviesa blėsta.'],
  },
  clock: ['Praėjęs laikas: {time}.', 'Nuo pradžios: {time}.'],
  halfway: ['Pusė jau praėjo.', 'Tai pats vidurys.'],
  bridge: ['Žiūrėkime toliau.', 'Viskas tęsiasi.', 'Stabtelėkime ir pažiūrėkime.', 'Tai dar ne viskas.'],
  ending: ['Štai ir pabaiga.', 'Čia viskas baigiasi.', 'Šis vaizdas paskutinis.'],
  colourNames: {
    black: 'juoda',
    white: 'balta',
    grey: 'pilka',
    red: 'raudona',
    orange: 'oranžinė',
    yellow: 'geltona',
    green: 'žalia',
    turquoise: 'turkio mėlyna',
    blue: 'mėlyna',
    purple: 'violetinė',
    pink: 'rožinė',
    brown: 'ruda',
  },
};
