import type { Phrases } from './phrases.ts';

export const maori: Phrases = {
  opening: ['Ka tīmata i konei.', 'Koinei te tīmatanga.', 'Ka puta mai te whakaahua tuatahi.'],
  light: {
    dark: [
      'He pōuriuri te whakaahua.',
      'Kei roto i te pōuri te nuinga.',
      'He iti noa iho te mārama i konei.',
    ],
    dim: ['He rehurehu te mārama.', 'He iti te mārama e tae mai ana.', 'He āhua pōuriuri te whakaahua.'],
    bright: ['Kī tonu te whakaahua i te mārama.', 'He mārama ngā mea katoa.', 'He nui te mārama i konei.'],
  },
  contrast: {
    soft: ['He iti te rerekētanga i waenga i te mārama me te atarangi.', 'He māhaki ngā tae.'],
    strong: [
      'He nui te rerekētanga i waenga i te mārama me te atarangi.',
      'He koi te wehenga o te mārama i te atarangi.',
    ],
  },
  colours: [
    'Ngā tae: {colours}.',
    'Ngā tae o te whakaahua: {colours}.',
    'Ngā tae e kaha kitea ana: {colours}.',
  ],
  temperature: {
    warm: ['He mahana ngā tae.', 'He āhua mahana tō te whakaahua.'],
    cool: ['He mātaotao ngā tae.', 'He āhua mātaotao tō te whakaahua.'],
  },
  detail: {
    plain: ['He whānui, he mārire ngā wāhanga o te whakaahua.', 'He torutoru noa ngā taipitopito.'],
    busy: ['He maha ngā taipitopito ririki.', 'He nui ngā mea hei mātakitaki.'],
  },
  change: {
    cut: ['Kua rerekē te whakaahua.', 'Ka huri te tirohanga.', 'Ka puta mai he whakaahua hou.'],
    strong: [
      'He nui te nekeneke.',
      'He maha ngā panonitanga i te wā kotahi.',
      'Kī tonu te whakaahua i te korikori.',
    ],
    gentle: [
      'E āta neke ana tētahi mea.',
      'E āta rerekē haere ana te whakaahua.',
      'Ka haere tonu te nekehanga mārire.',
    ],
    still: [
      'Me uaua ka kitea he nekehanga.',
      'E tau ana te whakaahua.',
      'Mō te wā poto, ka noho pērā tonu ngā mea katoa.',
    ],
  },
  trend: {
    brighter: ['E mārama haere ana.', 'Ka nui ake te mārama.'],
    darker: ['E pōuri haere ana.', 'Ka iti haere te mārama.'],
  },
  clock: ['Te wā kua pahure: {time}.', 'Mai i te tīmatanga: {time}.'],
  halfway: ['Kua pahure te haurua.', 'Koinei te waenganui.'],
  bridge: [
    'Me mātakitaki tonu tātou.',
    'Ka haere tonu.',
    'Me āta titiro mō te wā poto.',
    'Arā atu anō kei te haere mai.',
  ],
  ending: ['Koinei te mutunga.', 'Ka mutu i konei.', 'Ko tēnei te whakaahua whakamutunga.'],
  colourNames: {
    black: 'pango',
    white: 'mā',
    grey: 'kiwikiwi',
    red: 'whero',
    orange: 'karaka',
    yellow: 'kōwhai',
    green: 'kākāriki',
    turquoise: 'kikorangi kākāriki',
    blue: 'kikorangi',
    purple: 'waiporoporo',
    pink: 'māwhero',
    brown: 'parauri',
  },
};
