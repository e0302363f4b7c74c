import type { Phrases } from './phrases.ts';

export const malay: Phrases = {
  opening: ['Maka bermulalah semuanya.', 'Beginilah permulaannya.', 'Gambar pertama mula kelihatan.'],
  light: {
    dark: ['Gambar ini gelap.', 'Sebahagian besarnya diselubungi kegelapan.', 'Cahaya di sini amat sedikit.'],
    dim: ['Cahayanya lemah.', 'Sedikit sahaja cahaya yang sampai ke sini.', 'Gambar ini agak malap.'],
    bright: ['Gambar ini dilimpahi cahaya.', 'Semuanya cerah.', 'Di sini ada banyak cahaya.'],
  },
  contrast: {
    soft: ['Terang dan gelap tidak jauh bezanya.', 'Tonanya lembut.'],
    strong: ['Terang dan gelap amat ketara bezanya.', 'Kontrasnya tinggi.'],
  },
  colours: [
    'Warnanya: {colours}.',
    'Warna yang memenuhi gambar: {colours}.',
    'Yang paling menonjol di sini: {colours}.',
  ],
  temperature: {
    warm: ['Warnanya terasa hangat.', 'Tona hangat meliputi gambar ini.'],
    cool: ['Warnanya terasa dingin.', 'Tona dingin meliputi gambar ini.'],
  },
  detail: {
    plain: ['Ruang yang luas dan tenang memenuhi gambar.', 'Perinciannya tidak banyak.'],
    busy: ['Gambar ini dipenuhi butiran halus.', 'Banyak yang boleh dilihat.'],
  },
  change: {
    cut: ['Sekarang gambarnya lain.', 'Babak bertukar.', 'Muncul pula gambar baharu.'],
    strong: [
      'Banyak pergerakan berlaku.',
      'Banyak yang berubah serentak.',
      'Gambar ini penuh dengan gerakan.',
    ],
    gentle: [
      'Ada sesuatu yang bergerak perlahan-lahan.',
      'Gambar ini beransur-ansur berubah.',
      'Gerakan tenang masih berterusan.',
    ],
    still: [
      'Hampir tiada apa-apa yang bergerak.',
      'Gambar ini tenang.',
      'Buat seketika, semuanya kekal seperti tadi.',
    ],
  },
  trend: {
    brighter: ['Gambar semakin cerah.', 'Lebih banyak cahaya masuk.'],
    darker: ['Gambar semakin gelap.', 'Cahaya semakin pudar.'],
  },
  clock: ['Masa yang sudah berlalu: {time}.', 'Dari mula hingga sekarang: {time}.'],
  halfway: ['Sudah separuh jalan.', 'Inilah pertengahannya.'],
  bridge: [
    'Mari kita terus menonton.',
    'Ia belum berakhir.',
    'Ambil masa sejenak untuk melihat.',
    'Masih ada lagi selepas ini.',
  ],
  ending: ['Sampailah kita ke penghujungnya.', 'Di sini ia berakhir.', 'Gambar ini menutup semuanya.'],
  colourNames: {
    black: 'hitam',
    white: 'putih',
    grey: 'kelabu',
    red: 'merah',
    orange: 'jingga',
    yellow: 'kuning',
    green: 'hijau',
    turquoise: 'firus',
    blue: 'biru',
    purple: 'ungu',
    pink: 'merah jambu',
    brown: 'coklat',
  },
};
