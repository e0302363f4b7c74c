import type { LanguageName } from '#shared/languages.ts';

/** Three sentences of narration in every language. */
export const sentences: Readonly<Record<LanguageName, readonly [string, string, string]>> = {
  English: [
    'A small rabbit leaves its burrow and looks up at the morning sky.',
    'The cars stop at the crossing while people walk across the street.',
    'In the evening the light turns golden and the city becomes quiet.',
  ],
  Afrikaans: [
    "'n Klein hasie kom uit sy gat en kyk op na die oggendlug.",
    'Die motors stop by die kruising terwyl mense oor die straat loop.',
    'In die aand word die lig goud en die stad raak stil.',
  ],
  Arabic: [
    'يخرج أرنب صغير من جحره وينظر إلى سماء الصباح.',
    'تتوقف السيارات عند التقاطع بينما يعبر الناس الشارع.',
    'في المساء يصبح الضوء ذهبيا وتهدأ المدينة.',
  ],
  Armenian: [
    'Փոքրիկ նապաստակը դուրս է գալիս իր բնից և նայում առավոտյան երկնքին։',
    'Մեքենաները կանգնում են խաչմերուկում, մինչ մարդիկ անցնում են փողոցը։',
    'Երեկոյան լույսը դառնում է ոսկեգույն, և քաղաքը հանդարտվում է։',
  ],
  Azerbaijani: [
    'Balaca dovşan yuvasından çıxır və səhər səmasına baxır.',
    'İnsanlar küçəni keçərkən avtomobillər yol ayrıcında dayanır.',
    'Axşam işıq qızılı rəng alır və şəhər sakitləşir.',
  ],
  Belarusian: [
    'Маленькі трус выходзіць са сваёй нары і глядзіць на ранішняе неба.',
    'Машыны спыняюцца на скрыжаванні, пакуль людзі пераходзяць вуліцу.',
    'Увечары святло робіцца залатым, і горад сціхае.',
  ],
  Bosnian: [
    'Mali zec izlazi iz svoje rupe i gleda u jutarnje nebo.',
    'Automobili se zaustavljaju na raskrsnici dok ljudi prelaze ulicu.',
    'Uvečer svjetlost postaje zlatna i grad se polahko smiruje.',
  ],
  Bulgarian: [
    'Малко зайче излиза от дупката си и поглежда към утринното небе.',
    'Колите спират на кръстовището, докато хората пресичат улицата.',
    'Вечерта светлината става златиста и градът утихва.',
  ],
  Catalan: [
    'Un conill petit surt del cau i mira el cel del matí.',
    'Els cotxes s’aturen a la cruïlla mentre la gent travessa el carrer.',
    'Al vespre la llum es torna daurada i la ciutat queda en silenci.',
  ],
  Chinese: [
    '一只小兔子从洞里出来，抬头看着早晨的天空。',
    '汽车在路口停下，人们正在过马路。',
    '傍晚，光线变成金色，城市安静下来。',
  ],
  Croatian: [
    'Mali zec izlazi iz svoje jazbine i gleda prema jutarnjem nebu.',
    'Automobili se zaustavljaju na križanju dok ljudi prelaze cestu.',
    'Navečer svjetlo postaje zlatno, a grad se stišava tijekom noći.',
  ],
  Czech: [
    'Malý králík vylézá z nory a dívá se na ranní oblohu.',
    'Auta zastavují na křižovatce, zatímco lidé přecházejí ulici.',
    'Večer světlo zezlátne a město ztichne.',
  ],
  Danish: [
    'En lille kanin kommer ud af sit hul og kigger op på morgenhimlen.',
    'Bilerne standser ved krydset, mens folk går over gaden.',
    'Om aftenen bliver lyset gyldent, og byen bliver stille.',
  ],
  Dutch: [
    'Een klein konijn komt uit zijn hol en kijkt naar de ochtendlucht.',
    'De auto’s stoppen bij het kruispunt terwijl mensen de straat oversteken.',
    'In de avond wordt het licht goudkleurig en de stad wordt stil.',
  ],
  Estonian: [
    'Väike jänes tuleb oma urust välja ja vaatab hommikutaevast.',
    'Autod peatuvad ristmikul, kui inimesed üle tänava kõnnivad.',
    'Õhtul muutub valgus kuldseks ja linn jääb vaikseks.',
  ],
  Finnish: [
    'Pieni kani tulee ulos kolostaan ja katsoo aamutaivasta.',
    'Autot pysähtyvät risteykseen, kun ihmiset kävelevät kadun yli.',
    'Illalla valo muuttuu kultaiseksi ja kaupunki hiljenee.',
  ],
  French: [
    'Un petit lapin sort de son terrier et regarde le ciel du matin.',
    'Les voitures s’arrêtent au carrefour pendant que les gens traversent la rue.',
    'Le soir, la lumière devient dorée et la ville se calme.',
  ],
  Galician: [
    'Un coello pequeno sae do seu tobo e mira o ceo da mañá.',
    'Os coches detéñense no cruzamento mentres a xente atravesa a rúa.',
    'Ao anoitecer a luz vólvese dourada e a cidade queda en silencio.',
  ],
  German: [
    'Ein kleines Kaninchen kommt aus seinem Bau und schaut in den Morgenhimmel.',
    'Die Autos halten an der Kreuzung, während Menschen über die Straße gehen.',
    'Am Abend wird das Licht golden und die Stadt wird still.',
  ],
  Greek: [
    'Ένα μικρό κουνέλι βγαίνει από τη φωλιά του και κοιτάζει τον πρωινό ουρανό.',
    'Τα αυτοκίνητα σταματούν στη διασταύρωση ενώ οι άνθρωποι περνούν τον δρόμο.',
    'Το βράδυ το φως γίνεται χρυσό και η πόλη ησυχάζει.',
  ],
  Hebrew: [
    'ארנב קטן יוצא מהמחילה שלו ומביט בשמי הבוקר.',
    'המכוניות עוצרות בצומת בזמן שאנשים חוצים את הרחוב.',
    'בערב האור נעשה זהוב והעיר נרגעת.',
  ],
  Hindi: [
    'एक छोटा खरगोश अपने बिल से बाहर आता है और सुबह के आसमान को देखता है।',
    'चौराहे पर गाड़ियाँ रुकती हैं और लोग सड़क पार करते हैं।',
    'शाम को रोशनी सुनहरी हो जाती है और शहर शांत हो जाता है।',
  ],
  Hungarian: [
    'Egy kis nyúl kibújik az odújából, és felnéz a reggeli égre.',
    'Az autók megállnak a kereszteződésben, amíg az emberek átkelnek az utcán.',
    'Este a fény aranyszínűvé válik, és a város elcsendesedik.',
  ],
  Icelandic: [
    'Lítil kanína kemur út úr holunni sinni og horfir upp í morgunhimininn.',
    'Bílarnir stoppa við gatnamótin á meðan fólk gengur yfir götuna.',
    'Á kvöldin verður ljósið gyllt og borgin hljóðnar.',
  ],
  Indonesian: [
    'Seekor kelinci kecil keluar dari liangnya dan menatap langit pagi.',
    'Mobil-mobil berhenti di persimpangan karena orang-orang sedang menyeberang jalan.',
    'Pada sore hari cahaya berubah keemasan dan kota menjadi tenang.',
  ],
  Italian: [
    'Un piccolo coniglio esce dalla tana e guarda il cielo del mattino.',
    'Le auto si fermano all’incrocio mentre la gente attraversa la strada.',
    'La sera la luce diventa dorata e la città si fa silenziosa.',
  ],
  Japanese: [
    '小さなウサギが巣穴から出てきて、朝の空を見上げます。',
    '人々が通りを渡るあいだ、車は交差点で止まります。',
    '夕方になると光は金色に変わり、街は静かになります。',
  ],
  Kannada: [
    'ಒಂದು ಚಿಕ್ಕ ಮೊಲ ತನ್ನ ಬಿಲದಿಂದ ಹೊರಬಂದು ಬೆಳಗಿನ ಆಕಾಶವನ್ನು ನೋಡುತ್ತದೆ.',
    'ಜನರು ರಸ್ತೆ ದಾಟುವಾಗ ಕಾರುಗಳು ವೃತ್ತದಲ್ಲಿ ನಿಲ್ಲುತ್ತವೆ.',
    'ಸಂಜೆ ಬೆಳಕು ಬಂಗಾರದ ಬಣ್ಣಕ್ಕೆ ತಿರುಗುತ್ತದೆ ಮತ್ತು ನಗರ ಶಾಂತವಾಗುತ್ತದೆ.',
  ],
  Kazakh: [
    'Кішкентай қоян інінен шығып, таңғы аспанға қарайды.',
    'Адамдар көшеден өтіп жатқанда көліктер қиылыста тоқтайды.',
    'Кешке жарық алтын түске боялып, қала тынышталады.',
  ],
  Korean: [
    '작은 토끼 한 마리가 굴에서 나와 아침 하늘을 올려다봅니다.',
    '사람들이 길을 건너는 동안 자동차들이 교차로에 멈춰 있습니다.',
    '저녁이 되면 빛은 금빛으로 변하고 도시는 조용해집니다.',
  ],
  Latvian: [
    'Mazs trusītis iznāk no savas alas un skatās rīta debesīs.',
    'Automašīnas apstājas krustojumā, kamēr cilvēki šķērso ielu.',
    'Vakarā gaisma kļūst zeltaina un pilsēta apklust.',
  ],
  Lithuanian: [
    'Mažas triušis išlenda iš urvo ir žiūri į ryto dangų.',
    'Automobiliai sustoja sankryžoje, kol žmonės eina per gatvę.',
    'Vakare šviesa tampa auksinė ir miestas nutyla.',
  ],
  Macedonian: [
    'Мало зајаче излегува од својата дупка и гледа кон утринското небо.',
    'Автомобилите застануваат на крстосницата додека луѓето ја минуваат улицата.',
    'Навечер светлината станува златна и градот се смирува.',
  ],
  Malay: [
    'Seekor arnab kecil keluar dari lubangnya dan memandang langit pagi.',
    'Kereta berhenti di persimpangan sementara orang ramai melintas jalan.',
    'Pada waktu petang cahaya menjadi keemasan dan bandar raya menjadi sunyi.',
  ],
  Marathi: [
    'एक छोटा ससा आपल्या बिळातून बाहेर येतो आणि सकाळच्या आकाशाकडे पाहतो.',
    'लोक रस्ता ओलांडत असताना गाड्या चौकात थांबतात.',
    'संध्याकाळी प्रकाश सोनेरी होतो आणि शहर शांत होते.',
  ],
  Maori: [
    'Ka puta mai tētahi rāpeti iti i tōna rua, ka titiro ki te rangi o te ata.',
    'Ka tū ngā motukā i te pekanga, ā, ka whakawhiti ngā tāngata i te tiriti.',
    'I te ahiahi ka kōura te mārama, ka mārie hoki te tāone.',
  ],
  Nepali: [
    'एउटा सानो खरायो आफ्नो दुलोबाट बाहिर निस्केर बिहानको आकाश हेर्छ।',
    'मानिसहरू सडक पार गर्दा गाडीहरू चोकमा रोकिन्छन्।',
    'साँझमा उज्यालो सुनौलो हुन्छ र सहर शान्त हुन्छ।',
  ],
  Norwegian: [
    'En liten kanin kommer ut av hullet sitt og ser opp på morgenhimmelen.',
    'Bilene stopper ved krysset mens folk går over gata.',
    'Om kvelden blir lyset gyllent, og byen blir stille.',
  ],
  Persian: [
    'خرگوش کوچکی از لانه‌اش بیرون می‌آید و به آسمان صبح نگاه می‌کند.',
    'ماشین‌ها سر چهارراه می‌ایستند و مردم از خیابان می‌گذرند.',
    'هنگام غروب نور طلایی می‌شود و شهر آرام می‌گیرد.',
  ],
  Polish: [
    'Mały królik wychodzi z nory i patrzy na poranne niebo.',
    'Samochody zatrzymują się na skrzyżowaniu, gdy ludzie przechodzą przez ulicę.',
    'Wieczorem światło staje się złote, a miasto cichnie.',
  ],
  Portuguese: [
    'Um pequeno coelho sai da toca e olha para o céu da manhã.',
    'Os carros param no cruzamento enquanto as pessoas atravessam a rua.',
    'Ao fim da tarde a luz fica dourada e a cidade torna-se silenciosa.',
  ],
  Romanian: [
    'Un iepuraș iese din vizuină și privește cerul dimineții.',
    'Mașinile se opresc la intersecție în timp ce oamenii traversează strada.',
    'Seara, lumina devine aurie, iar orașul se liniștește.',
  ],
  Russian: [
    'Маленький кролик выходит из норы и смотрит на утреннее небо.',
    'Машины останавливаются на перекрёстке, пока люди переходят улицу.',
    'Вечером свет становится золотым, и город затихает.',
  ],
  Serbian: [
    'Мали зец излази из своје рупе и гледа у јутарње небо.',
    'Аутомобили се заустављају на раскрсници док људи прелазе улицу.',
    'Увече светлост постаје златна и град се смирује.',
  ],
  Slovak: [
    'Malý králik vychádza z nory a pozerá sa na rannú oblohu.',
    'Autá zastavujú na križovatke, kým ľudia prechádzajú cez ulicu.',
    'Večer sa svetlo zafarbí do zlata a mesto stíchne.',
  ],
  Slovenian: [
    'Majhen zajec pride iz svojega brloga in pogleda v jutranje nebo.',
    'Avtomobili se ustavijo v križišču, medtem ko ljudje prečkajo cesto.',
    'Zvečer svetloba postane zlata in mesto se umiri.',
  ],
  Spanish: [
    'Un conejo pequeño sale de su madriguera y mira el cielo de la mañana.',
    'Los coches se detienen en el cruce mientras la gente cruza la calle.',
    'Al anochecer la luz se vuelve dorada y la ciudad queda en silencio.',
  ],
  Swahili: [
    'Sungura mdogo anatoka shimoni mwake na kutazama anga ya asubuhi.',
    'Magari yanasimama kwenye njia panda wakati watu wanavuka barabara.',
    'Jioni mwanga unakuwa wa dhahabu na mji unatulia.',
  ],
  Swedish: [
    'En liten kanin kommer ut ur sitt hål och tittar upp mot morgonhimlen.',
    'Bilarna stannar vid korsningen medan människor går över gatan.',
    'På kvällen blir ljuset gyllene och staden tystnar.',
  ],
  Tagalog: [
    'Isang maliit na kuneho ang lumabas sa lungga nito at tumingin sa langit ng umaga.',
    'Humihinto ang mga sasakyan sa sangandaan habang tumatawid ang mga tao sa kalye.',
    'Sa gabi ay nagiging ginto ang liwanag at tumatahimik ang lungsod.',
  ],
  Tamil: [
    'ஒரு சிறிய முயல் தன் வளையிலிருந்து வெளியே வந்து காலை வானத்தைப் பார்க்கிறது.',
    'மக்கள் தெருவைக் கடக்கும்போது கார்கள் சந்திப்பில் நிற்கின்றன.',
    'மாலையில் ஒளி பொன்னிறமாக மாறுகிறது, நகரம் அமைதியாகிறது.',
  ],
  Thai: [
    'กระต่ายตัวเล็กออกมาจากโพรงแล้วมองท้องฟ้ายามเช้า',
    'รถยนต์หยุดที่สี่แยกในขณะที่ผู้คนกำลังข้ามถนน',
    'ในตอนเย็นแสงกลายเป็นสีทองและเมืองก็เงียบสงบ',
  ],
  Turkish: [
    'Küçük bir tavşan yuvasından çıkıyor ve sabah gökyüzüne bakıyor.',
    'İnsanlar karşıdan karşıya geçerken arabalar kavşakta duruyor.',
    'Akşamleyin ışık altın rengine dönüyor ve şehir sessizleşiyor.',
  ],
  Ukrainian: [
    'Маленький кролик виходить зі своєї нори і дивиться на ранкове небо.',
    'Машини зупиняються на перехресті, поки люди переходять вулицю.',
    'Увечері світло стає золотим, і місто затихає.',
  ],
  Urdu: [
    'ایک چھوٹا سا خرگوش اپنے بل سے باہر آتا ہے اور صبح کے آسمان کو دیکھتا ہے۔',
    'گاڑیاں چوراہے پر رکتی ہیں جبکہ لوگ سڑک پار کرتے ہیں۔',
    'شام کو روشنی سنہری ہو جاتی ہے اور شہر خاموش ہو جاتا ہے۔',
  ],
  Vietnamese: [
    'Một chú thỏ nhỏ chui ra khỏi hang và ngước nhìn bầu trời buổi sáng.',
    'Những chiếc xe dừng lại ở ngã tư trong khi mọi người băng qua đường.',
    'Buổi chiều, ánh sáng chuyển sang màu vàng và thành phố trở nên yên tĩnh.',
  ],
  Welsh: [
    'Mae cwningen fach yn dod allan o’i thwll ac yn edrych ar awyr y bore.',
    'Mae’r ceir yn stopio wrth y groesffordd tra bod pobl yn cerdded ar draws y stryd.',
    'Gyda’r nos mae’r golau’n troi’n euraidd ac mae’r ddinas yn tawelu.',
  ],
};
