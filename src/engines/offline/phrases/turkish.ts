import type { Phrases } from './phrases.ts';

export const turkish: Phrases = {
  opening: ['Ve böylece başlıyor.', 'İşte başlangıç.', 'İlk görüntü beliriyor.'],
  light: {
    dark: ['Görüntü karanlık.', 'Büyük bölümü karanlıkta kalıyor.', 'Burada çok az ışık var.'],
    dim: ['Işık zayıf.', 'Buraya yalnızca biraz ışık düşüyor.', 'Görüntü oldukça loş.'],
    bright: ['Görüntü ışıkla dolu.', 'Her şey aydınlık.', 'Burada bol ışık var.'],
  },
  contrast: {
    soft: ['Işık ve gölge birbirine yakın.', 'Tonlar yumuşak.'],
    strong: ['Işıkla gölge birbirinden keskin biçimde ayrılıyor.', 'Karşıtlık güçlü.'],
  },
  colours: [
    'Renkler: {colours}.',
    'Görüntüyü dolduran renkler: {colours}.',
    'Burada en çok göze çarpanlar: {colours}.',
  ],
  temperature: {
    warm: ['Renkler sıcak bir his veriyor.', 'Görüntüye sıcak bir ton hâkim.'],
    cool: ['Renkler serin bir his veriyor.', 'Görüntüye serin bir ton hâkim.'],
  },
  detail: {
    plain: ['Geniş, sakin yüzeyler görüntüyü kaplıyor.', 'Ayrıntılar az.'],
    busy: ['Görüntüyü pek çok küçük ayrıntı dolduruyor.', 'Bakılacak çok şey var.'],
  },
  change: {
    cut: ['Şimdi başka bir görüntü var.', 'Sahne değişiyor.', 'Yeni bir görüntü beliriyor.'],
    strong: ['Çok hareket var.', 'Pek çok şey aynı anda değişiyor.', 'Görüntü hareketle dolu.'],
    gentle: ['Bir şey usulca hareket ediyor.', 'Görüntü azar azar değişiyor.', 'Sakin bir hareket sürüyor.'],
    still: [
      'Neredeyse hiçbir şey kımıldamıyor.',
      'Görüntü durgun.',
      'Bir an için her şey olduğu gibi kalıyor.',
    ],
  },
  trend: {
    brighter: ['Görüntü aydınlanıyor.', 'Işık artıyor.'],
    darker: ['Görüntü kararıyor.', 'Işık azalıyor.'],
  },
  clock: ['Geçen süre: {time}.', 'Başlangıçtan bu yana: {time}.'],
  halfway: ['Yarısı geride kaldı.', 'Şimdi tam ortadayız.'],
  bridge: ['İzlemeyi sürdürelim.', 'Ve devam ediyor.', 'Bir an durup bakalım.', 'Daha görülecekler var.'],
  ending: ['Ve işte son.', 'Burada sona eriyor.', 'Bu görüntüyle kapanıyor.'],
  colourNames: {
    black: 'siyah',
    white: 'beyaz',
    grey: 'gri',
    red: 'kırmızı',
    orange: 'turuncu',
    yellow: 'sarı',
    green: 'yeşil',
    turquoise: 'turkuaz',
    blue: 'mavi',
    purple: 'mor',
    pink: 'pembe',
    brown: 'kahverengi',
  },
};
