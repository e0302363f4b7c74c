import type { Phrases } from './phrases.ts';

export const indonesian: Phrases = {
  opening: ['Dan beginilah awalnya.', 'Di sinilah semuanya dimulai.', 'Gambar pertama muncul.'],
  light: {
    dark: ['Gambarnya gelap.', 'Sebagian besar terselubung kegelapan.', 'Cahaya di sini sangat sedikit.'],
    dim: ['Cahayanya redup.', 'Hanya sedikit cahaya yang jatuh di sini.', 'Gambar tampak agak temaram.'],
    bright: ['Gambar ini penuh cahaya.', 'Semuanya terang.', 'Cahaya melimpah di sini.'],
  },
  contrast: {
    soft: ['Terang dan gelap hanya berbeda tipis.', 'Gradasinya lembut.'],
    strong: ['Terang dan gelap berbeda tajam.', 'Kontrasnya kuat.'],
  },
  colours: [
    'Warna-warnanya: {colours}.',
    'Yang mengisi gambar: {colours}.',
    'Yang paling tampak di sini: {colours}.',
  ],
  temperature: {
    warm: ['Warna-warnanya terasa hangat.', 'Rona hangat menyelimuti gambar.'],
    cool: ['Warna-warnanya terasa sejuk.', 'Rona sejuk menyelimuti gambar.'],
  },
  detail: {
    plain: ['Bidang-bidang luas yang tenang mengisi gambar.', 'Tidak banyak detail di sini.'],
    busy: ['Detail-detail kecil memenuhi gambar.', 'Ada banyak hal untuk dilihat.'],
  },
  change: {
    cut: ['Kini gambarnya berbeda.', 'Adegan berganti.', 'Muncul gambar baru.'],
    strong: ['Ada banyak gerakan.', 'Banyak yang berubah sekaligus.', 'Gambar ini sarat gerak.'],
    gentle: [
      'Sesuatu bergerak perlahan.',
      'Gambar berubah sedikit demi sedikit.',
      'Gerakan yang tenang terus berlanjut.',
    ],
    still: [
      'Hampir tidak ada yang bergerak.',
      'Gambar tampak diam.',
      'Untuk sesaat semuanya tetap seperti semula.',
    ],
  },
  trend: {
    brighter: ['Suasana menjadi lebih terang.', 'Cahaya bertambah.'],
    darker: ['Suasana menjadi lebih gelap.', 'Cahaya memudar.'],
  },
  clock: ['Waktu yang telah berlalu: {time}.', 'Sejak awal hingga kini: {time}.'],
  halfway: ['Separuhnya telah berlalu.', 'Inilah bagian tengahnya.'],
  bridge: [
    'Mari kita terus menyimak.',
    'Dan semuanya berlanjut.',
    'Mari berhenti sejenak dan melihat.',
    'Masih ada lagi setelah ini.',
  ],
  ending: ['Dan inilah akhirnya.', 'Di sini semuanya berakhir.', 'Gambar ini menjadi penutupnya.'],
  colourNames: {
    black: 'hitam',
    white: 'putih',
    grey: 'abu-abu',
    red: 'merah',
    orange: 'jingga',
    yellow: 'kuning',
    green: 'hijau',
    turquoise: 'toska',
    blue: 'biru',
    purple: 'ungu',
    pink: 'merah muda',
    brown: 'cokelat',
  },
};
