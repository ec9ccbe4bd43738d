"""Labels of domains, and the labels that Chromium 150 shows in Unicode in `LABEL.com`."""

from __future__ import annotations

from typing import Final

#: Ordinary words, which Chromium shows in Unicode
WORDS: Final = {
    "German": "müller straße größe bücher zürich fußball grüße österreich",
    "French": "élève forêt garçon noël château hôtel français cœur",
    "Spanish": "españa niño corazón pingüino jamón mañana teléfono",
    "Portuguese": "coração informação pão lisboa-é avô ações português",
    "Italian": "città perché libertà università caffè",
    "Catalan": "català açò música pingüí",
    "Polish": "łódź żółw gęś książka święto kraków źródło",
    "Czech": "příliš žluťoučký kůň město škola dům řeka",
    "Hungarian": "árvíztűrő tükörfúrógép győr könyv szőlő",
    "Romanian": "învățământ știință țară brașov măr",
    "Turkish": "ısparta güneş çocuk öğrenci şehir dağ",
    "Vietnamese": "việtnam tiếng đường phố nước người bưởi",
    "Swedish": "smörgås räksmörgås åland förening",
    "Danish": "smørrebrød ærø københavn blåbær",
    "Finnish": "mökki jyväskylä hääyöaie käsityö",
    "Estonian": "õigus töö jäääär põhjala",
    "Latvian": "rīga ķīmija ģitāra ļoti šķūnis",
    "Lithuanian": "žąsis šiauliai ėjimas ūkis",
    "Croatian": "čovjek đakovo žena šuma",
    "Russian": "россия новости магазин погода москва работа яндекс книга",
    "Ukrainian": "україна їжак ґанок новини",
    "Bulgarian": "българия новини училище жълт",
    "Serbian": "србија љубав београд",
    "Kazakh": "қазақстан үндістан өзен ғылым",
    "Greek": "ελλάδα αθήνα σχολείο θάλασσα νησί ειδήσεις βιβλίος",
    "Armenian": "հայաստան երեւան դպրոց լուրեր",
    "Georgian": "საქართველო თბილისი წიგნი სკოლა",
    "Hebrew": "ישראל ירושלים חדשות שלום ספרים",
    "Arabic": "السعودية أخبار مدرسة مصر كتاب القاهرة",
    "Persian": "ایران خبر کتاب تهران پارسی",
    "Urdu": "پاکستان خبریں کتاب لاہور",
    "Hindi": "भारत हिन्दी समाचार दिल्ली विद्यालय",
    "Marathi": "महाराष्ट्र मराठी मुंबई शाळा",
    "Bengali": "বাংলাদেশ ঢাকা সংবাদ বিদ্যালয় ভাষা",
    "Punjabi": "ਪੰਜਾਬ ਖ਼ਬਰ ਸਕੂਲ ਭਾਰਤ",
    "Gujarati": "ગુજરાત સમાચાર શાળા ભાષા",
    "Odia": "ଓଡ଼ିଶା ଭାଷା ବିଦ୍ୟାଳୟ",
    "Tamil": "தமிழ் இந்தியா பள்ளி செய்தி",
    "Telugu": "తెలుగు భాషలు వార్తలు పాఠశాల",
    "Kannada": "ಕನ್ನಡ ಭಾಷೆ ಬೆಂಗಳೂರು ಶಾಲೆ",
    "Malayalam": "മലയാളം കേരളം വാർത്ത പള്ളി",
    "Sinhala": "සිංහල ලංකා පුවත් පාසල",
    "Thai": "ประเทศไทย ข่าว โรงเรียน ภาษา ที่นี่ น้ํา",
    "Lao": "ປະເທດລາວ ຂ່າວ ໂຮງຮຽນ ພາສາ",
    "Burmese": "မြန်မာ သတင်း ကျောင်း ရန်ကုန်",
    "Khmer": "កម្ពុជា ព័ត៌មាន សាលា ភាសា",
    "Tibetan": "བོད ལྷས དཔེ",
    "Dhivehi": "ދިވެހި ރާއްޖެ ޚަބަރު",
    "Amharic": "ኢትዮጵያ አማርኛ ዜና ትምህርት",
    "Chinese": "中国 北京 新闻 學校 台灣 百度一下 二〇二四",
    "Japanese": (
        "日本語 ラーメン ひらがな 東京タワー ニュース お茶の水 パリへの旅 サーバー カメラ・レンズ"
    ),
    "Korean": "한국 서울 뉴스 학교 대한민국",
}

#: For each reason why Chromium shows a label in Punycode, examples of such labels
IN_PUNYCODE: Final = {
    "marks that names do not contain": [
        *("ש\u0591לום", "של\u05afום", "שלו\u05c5ם", "ש\u05c1לום", "מ\u05b7בחן"),
        *("مص\u0610ر", "مص\u061aر", "كت\u06d6اب", "كت\u06dcاب", "كت\u08d3اب", "كت\u08ffاب"),
        *("ภา\u0e4eษา", "भा\ua8e0षा", "भा\u0951षा", "ভা\u09feষা", "ქარ\u0301", "漢\u302a字"),
    ],
    "a mark twice": ["अ\u0902\u0902", "ట\u0c48\u0c46", "ဦ\u102f\u102e"],
    "two scripts": [
        "pаypal",
        "αbc",
        "日本абв",
        "한국かな",
        "漢字한글かな",
        "हिБ",
        "зебрa",
        "ラーмен",
    ],
    "historic scripts, and scripts with few users": [
        "ꓮꓑꓑ",
        "ᎪᎬ",
        "ⲁⲃ",
        "𐌰𐌱",
        "ᐊᐱ",
        "ⵣⴰ",
        "中ㄅ",
        "ㄅㄆ",
    ],
    "letters that are not in use": [
        *(
            "𐞀𐞁",
            "ɡoogle",
            "ǃx",
            "\u0138a",
            "ǎn",
            "ḍa",
            "ἀθήνα",
            "ѡж",
            "ԝԛ",
            "ԗж",
            "ӷа",
            "ჽა",
            "ͻφ",
            "ՙթ",
            "ຆຂ",
            "ၐက",
        ),
        *("㐂屋", "𠮷野家", "ऽक", "ㇰア"),
    ],
    "signs": ["ʻokina", "oʼzbek", "l·l", "a・b", "日‧本", "♥", "п’ять"],
    "letters like ASCII": [
        *(
            "аррӏе",
            "тест",
            "місто",
            "сех",
            "ρικα",
            "օհս",
            "იოყ",
            "סוס",
            "เพ",
            "ဝပ",
            "ၜပ",
            "ሀሠ",
            "டப",
            "ഠധ",
            "ଠ",
        ),
    ],
    "letters like digits": ["зз", "з3", "θ0", "उ", "ੜ", "ੜ5", "ვ3", "२২", "২২", "੩੩"],
    "letters of other top-level domains": ["þorn", "hluþi", "faðir", "əla", "ð1"],
    "Kana and Han in the wrong place": [
        *("カへラ", "はヘな", "ーあ", "日ー本", "セール-一覧", "サーバー1丁", "ーー", "アゝヽ-ヽ"),
    ],
    "two systems of numbers": ["हि१1", "م١۱"],
}

#: Labels that Chromium shows in Unicode, but urldom does not
STRICTER: Final = [
    "νησί",
    "丨",
    "парк",
    "театр",
    "џемпер",
    "abc日本",
    "q\u0303a",
    "كّتاب",
    "ƙasa",
    "צ׳ק",
    "ལྷ་ས",
]

#: Labels that only urldom shows in Unicode. Chromium has a list of well-known sites, and
#: `LABEL.com` resembles one of them.
LIKE_KNOWN_SITES: Final = ["göogle", "fácebook", "ámazon", "youtubé", "łinkedin", "ápple"]
