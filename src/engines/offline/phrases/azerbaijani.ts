import type { Phrases } from './phrases.ts';

export const azerbaijani: Phrases = {
  opening: ['Və beləcə başlayır.', 'Başlanğıc budur.', 'İlk görüntü peyda olur.'],
  light: {
    dark: ['Görüntü qaranlıqdır.', 'Görüntünün çoxu qaranlığa bürünüb.', 'Burada işıq çox azdır.'],
    dim: ['İşıq zəifdir.', 'Buraya yalnız bir az işıq düşür.', 'Görüntü alatorandır.'],
    bright: ['Görüntü işıqla doludur.', 'Hər şey parlaqdır.', 'Burada işıq boldur.'],
  },
  contrast: {
    soft: ['İşıq və kölgə bir-birinə yaxındır.', 'Çalarlar yumşaqdır.'],
    strong: ['İşıq və kölgə bir-birindən uzaqdır.', 'Təzad güclüdür.'],
  },
  colours: [
    'Görüntünü dolduran: {colours}.',
    'Burada ən çox görünən: {colours}.',
    'Gözlərimizin önündə: {colours}.',
  ],
  temperature: {
    warm: ['Rənglər istilik hissi verir.', 'Görüntünün üzərində isti bir çalar var.'],
    cool: ['Rənglər sərinlik hissi verir.', 'Görüntünün üzərində soyuq bir çalar var.'],
  },
  detail: {
    plain: ['Görüntünü geniş, sakit sahələr doldurur.', 'Təfərrüat azdır.'],
    busy: ['Görüntünü çoxlu xırda təfərrüat doldurur.', 'Baxmalı çox şey var.'],
  },
  change: {
    cut: ['İndi görüntü başqadır.', 'Səhnə dəyişir.', 'Yeni görüntü peyda olur.'],
    strong: ['Hərəkət çoxdur.', 'Eyni anda çox şey dəyişir.', 'Görüntü hərəkətlə doludur.'],
    gentle: ['Nəsə yavaşca hərəkət edir.', 'Görüntü az-az dəyişir.', 'Sakit bir hərəkət davam edir.'],
    still: ['Demək olar ki, heç nə tərpənmir.', 'Görüntü sakitdir.', 'Bir anlığa hər şey olduğu kimi qalır.'],
  },
  trend: {
    brighter: ['Getdikcə işıqlanır.', 'İşıq artır.'],
    darker: ['Getdikcə qaranlıqlaşır.', 'İşıq sönür.'],
  },
  clock: ['Keçən vaxt: {time}.', 'Saat göstərir: {time}.'],
  halfway: ['Yarısı keçdi.', 'İndi tam ortadayıq.'],
  bridge: ['Baxmağa davam edək.', 'Və beləcə davam edir.', 'Bir anlıq dayanıb baxaq.', 'Hələ davamı var.'],
  ending: ['Və bu, sondur.', 'Burada bitir.', 'Bu görüntü ilə hər şey sona çatır.'],
  colourNames: {
    black: 'qara',
    white: 'ağ',
    grey: 'boz',
    red: 'qırmızı',
    orange: 'narıncı',
    yellow: 'sarı',
    green: 'yaşıl',
    turquoise: 'firuzəyi',
    blue: 'mavi',
    purple: 'bənövşəyi',
    pink: 'çəhrayı',
    brown: 'qəhvəyi',
  },
};
