/**
 * Small words of languages that letters do not distinguish, by family: languages that the detector does not know, and the related
 * ones that it mistakes them for. Shared words are listed with each.
 */
export const smallWords: readonly Readonly<Record<string, string>>[] = [
  {
    af: "'n ’n ŉ die nie sy hy hulle word vir oor uit van en in op met dit is was wat daar by ons jy ek se na terwyl baie meer nou weer nog begin wys skuif kyk stadig hier lê lig beweeg bly byna niks nuwe mekaar saggies kom sien skemer skaduwee as kleure geskryf hiervan teks verskyn ander",
    nl: 'een het de zijn niet wordt worden naar uit van en in op met dit is was wat daar er bij ons je ik hij zij terwijl veel meer nu weer nog begint toont kijk langzaam deze die hier ligt licht beweegt blijft bijna niets nieuwe elkaar schaduw kleuren ogen',
  },
  {
    bs: 'se i u na je su za od do sa polahko lahko uvečer raskrsnica raskrsnici hiljada sedmica muzika historija porodica niko ko neko tačka tačno snimak općenito svjetlost evropa također cijelo vrijeme opet gdje lijepo bijelo šta flaša voz šolja kašika viljuška makaze frižider narandža tastatura lavabo',
    hr: 'se i u na je su za od do sa tijekom navečer križanje križanju tisuća tjedan glazba povijest obitelj nitko tko netko točka točno snimka cesta cestu europa također svjetlo cijelo vrijeme opet gdje lijepo bijelo zaslon zaslonu prizor boca vlak šalica žlica vilica škare hladnjak naranča tipkovnica umivaonik',
    sr: 'se i u na je su za od do sa uveče raskrsnica raskrsnici hiljada nedelja muzika istorija porodica niko ko neko tačka tačno snimak svetlost svetlo evropa takođe celo vreme opet gde lepo belo mesto deo reč šta flaša voz šolja kašika viljuška makaze frižider narandža tastatura lavabo',
  },
  {
    gl: 'o a os as un unha do da dos das no na nos nas ao á aos ás co coa cos coas cun cunha dun dunha nun nunha polo pola e é de en con que se xa máis moi ata tamén agora seu súa mentres este esta isto hai está están todo onde só pero ou imaxe xente aínda case entre cara sen outra outro ver fai',
    pt: 'o a os as um uma do da dos das no na nos nas ao à aos às com pelo pela e é de em que se já mais muito até também agora seu sua enquanto este esta isto há está estão tudo onde só mas ou imagem gente ainda quase entre sem outra outro ver faz não são num numa',
    es: 'el la los las un una del en al con por y es de que se ya más muy hasta también ahora su mientras este esta esto hay está están todo donde solo pero o imagen gente aún casi entre hacia sin otra otro ver hace no lo',
    ca: 'el la els les un una del dels en al als amb per i és de que es ja més molt fins també ara seu seva mentre aquest aquesta això hi està estan tot on només però o imatge gent encara gairebé entre cap sense altra altre veure fa no ho',
  },
  {
    id: 'yang dan di ke dari ini itu dengan pada untuk tidak akan karena juga lebih hanya saat bisa warna cahaya gambar menjadi sedang mobil berbeda kembali lalu detik adalah video adegan bahwa beberapa tampak terlihat sangat perlahan kota sore beralih coba kini banyak telah sejak semula sebagian bisa beda jika namun terus ketika seperti tetap hal dapat mari masih melihat dilihat gerakan sesuatu adegan semuanya sesaat sini pula kereta tulisan kata menampilkan menjauh makin bus truk mobil sepeda kursi tas',
    ms: 'yang dan di ke dari daripada ini itu dengan pada untuk tidak akan kerana juga lebih hanya semasa boleh warna cahaya gambar menjadi sedang kereta berbeza kembali lalu saat ialah video babak kelihatan sangat perlahan bahawa pelbagai nampak cuma bandar petang sahaja sini ketika manakala banyak telah sejak sebahagian boleh beza bezanya jika namun terus seperti tetap dapat mari masih melihat dilihat gerakan sesuatu babak semuanya seketika amat tiada ialah baharu pula kini perkataan tadi tona maka bermulalah permulaannya bas lori basikal motosikal kerusi katil pokok epal beg menunjukkan',
    tl: 'ang ng mga sa na at ay si ni kay ito iyon nang para hindi may mula habang isang kulay liwanag larawan muli ngayon lang din rin pa nito kung kaya dito',
  },
  {
    mk: 'и на во е се да со од за не ова оваа тоа што но како кон до ги го ја ќе сега сè уште повеќе многу според меѓу бидува станува бојата слика сликата светлината бои боите полека градот времето',
    bg: 'и на в във е се да с със от за не това тази този което но като към до ги го я ще сега все още повече много според между бъде става цветът картина картината светлината цветове цветовете бавно градът времето са',
    sr: 'и на у је се да са од за не ово ова то што али као ка до их га ће сада још више много према између бива постаје боја слика слици светлост боје полако град време су',
    ru: 'и на в во является да с со от за не это эта что но как к до их его её сейчас ещё больше много между становится цвет картина картинка свет цвета медленно город время',
  },
  {
    ne: 'छ छन् हो हुन्छ हुन्छन् को का की मा ले लाई बाट र यो यी त्यो पनि अब फेरि एक एउटा गर्छ देखिन्छ भएको गर्दा हेर्छ धेरै अनि रङ छैन यहाँ बिस्तारै हाम्रो अहिले पर्दै देखिने लेखिएको सकिने दृश्यमा तस्बिरमा भित्र तर्फ',
    hi: 'है हैं था हो होता होती होते का की के में ने को से और यह ये वह भी अब फिर एक करता दिखता हुआ हुई जाता जाती बहुत पर रंग नहीं यहाँ धीरे',
    mr: 'आहे आहेत होता होतो होते होती चा ची चे च्या मध्ये ने ला पासून आणि हा ही हे तो ती ते पण आता पुन्हा एक करतो दिसतो दिसते झाले खूप वर रंग नाही येथे हळूहळू',
  },
];

/**
 * Languages unknown to the detector and without related ones: it mistakes them for any. And English, which it often misses in two
 * or three words.
 */
export const plainWords: Readonly<Record<string, string>> = {
  en: "the of and is are my your our this that these with for from we you they was were be there here it’s it's hello hi welcome world one first now what who look watch test",
  sw: 'ya wa kwa katika ni na cha vya hii hiyo huu huo hili yake wake kama sasa pia lakini kisha bado tena hadi kuwa zaidi kidogo rangi mwanga picha polepole karibu kati juu chini kila hapa mpya kitu vitu',
  cy: "yn y yr mae mae'r mae’r ar ac i'r i’r o'r o’r gyda gyda'r gyda’r wrth dros sydd wedi nid hyn mwy iawn ei eu ond hefyd nawr eto yw yna golau lliw lliwiau llun rhwng cyn ôl heb araf tywyll popeth rhan dim",
};
