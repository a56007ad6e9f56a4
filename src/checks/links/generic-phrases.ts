import { rememberedOfTexts } from '#shared/remembered.ts'
import { foldedKey } from '#shared/white-space.ts'
import { primaryLanguage } from '../language-tag.ts'

/** Longer texts are no phrase of the lists; the bound keeps the trimming cheap. */
const MAX_PHRASE = 60

/**
 * Whether a link text is a phrase such as "click here" or "read more" in the language of the page, punctuation and arrows
 * at its end left aside. A page of an unknown language, or of one without a list, is read as English.
 */
export function genericPhrasesOf(lang: string | null): (text: string) => boolean {
  const { isAmongEnds, isPhrase } = phrases.get(primaryLanguage(lang ?? '')) ?? english
  return text => text.length <= MAX_PHRASE && isAmongEnds(text) && isPhrase(text)
}

/** The phrases of one language. */
interface Phrases {
  /** Whether a text begins and ends as one of them. Hardly any other does, and to look up a text takes ten times as long. */
  isAmongEnds: (text: string) => boolean
  isPhrase: (text: string) => boolean
}

const TRAILING = /[\s.…:!>»›→⟶➔➜▸▶+&)\]]+$/u
const LEADING = /^[\s.…«‹»›→[(]+/u

/** Of texts that have to be looked at whole. */
const UNTOLD = 0
/** Of characters that are left aside. */
const ASIDE = 1
/** The first code of the marks that make another letter of the one before them. */
const MARKS = 0x300

const codesAtEnd = asciiCodes(TRAILING)
const codesAtStart = asciiCodes(LEADING)

/** By code, of ASCII: as it is folded, or ASIDE. */
function asciiCodes(aside: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code)
    return aside.test(character) ? ASIDE : character.toLowerCase().charCodeAt(0)
  })
}

/** The first two characters and the last as one number, as they are folded; UNTOLD when one of them is not ASCII, or missing. */
function endsOf(text: string): number {
  let start = 0
  let end = text.length - 1
  while (codesAtEnd[text.charCodeAt(end)] === ASIDE) end--
  while (codesAtStart[text.charCodeAt(start)] === ASIDE) start++
  if (end <= start || text.charCodeAt(start + 2) >= MARKS) return UNTOLD
  const first = codesAtStart[text.charCodeAt(start)]
  const second = codesAtEnd[text.charCodeAt(start + 1)]
  const last = codesAtEnd[text.charCodeAt(end)]
  return first && second && last ? (first << 14) | (second << 7) | last : UNTOLD
}

const english = phrasesFrom([
  'click here',
  'click this',
  'click',
  'here',
  'more',
  'learn more',
  'read more',
  'see more',
  'view more',
  'show more',
  'find out more',
  'more info',
  'more information',
  'more details',
  'details',
  'continue reading',
  'read on',
  'right here',
  'this',
  'this link',
  'this page',
  'link',
])

/** By primary language, folded as `primaryLanguage` folds it. */
const phrases: ReadonlyMap<string, Phrases> = new Map([
  ['en', english],
  phrasesOf(
    'de',
    'hier, hier klicken, klick hier, klicken sie hier, mehr, mehr erfahren, mehr dazu, mehr lesen, mehr anzeigen, weiterlesen, weiter lesen, mehr infos, mehr informationen, weitere informationen, weitere infos, details, zum artikel, jetzt lesen',
  ),
  phrasesOf(
    'fr',
    "ici, cliquez ici, cliquer ici, en savoir plus, savoir plus, lire la suite, lire plus, la suite, suite, plus, voir plus, plus d'infos, plus d'informations, détails",
  ),
  phrasesOf(
    'es',
    'aquí, clic aquí, click aquí, haga clic aquí, haz clic aquí, pulse aquí, más, leer más, ver más, saber más, más información, más info, seguir leyendo, detalles',
  ),
  phrasesOf(
    'it',
    'qui, clicca qui, leggi, leggi tutto, leggi di più, scopri di più, di più, continua a leggere, maggiori informazioni, più informazioni, per saperne di più, dettagli',
  ),
  phrasesOf(
    'pt',
    'aqui, clique aqui, mais, leia mais, ler mais, saiba mais, saber mais, ver mais, veja mais, mais informações, continue lendo, continuar lendo, detalhes',
  ),
  phrasesOf('nl', 'hier, klik hier, meer, lees meer, meer lezen, lees verder, meer info, meer informatie, bekijk meer'),
  phrasesOf('sv', 'här, klicka här, mer, läs mer, visa mer, mer info, mer information'),
  phrasesOf('da', 'her, klik her, mere, læs mere, se mere, mere info, mere information'),
  phrasesOf('no', 'her, klikk her, mer, les mer, les meir, se mer, mer info, mer informasjon'),
  phrasesOf('fi', 'tästä, tässä, klikkaa tästä, lisää, lue lisää, katso lisää, lisätietoja'),
  phrasesOf('pl', 'tu, tutaj, kliknij tutaj, więcej, czytaj więcej, czytaj dalej, dowiedz się więcej, zobacz więcej'),
  phrasesOf('cs', 'zde, klikněte zde, klikněte sem, více, číst více, číst dál, více informací, přečíst více'),
  phrasesOf('ru', 'здесь, тут, нажмите здесь, подробнее, читать далее, читать дальше, далее, ещё, узнать больше'),
  phrasesOf('tr', 'burada, buradan, buraya tıklayın, tıklayın, devamı, devamını oku, daha fazla, daha fazla bilgi'),
  phrasesOf(
    'ja',
    'こちら, こちらから, こちらをクリック, ここをクリック, 続きを読む, 詳細, 詳細はこちら, 詳しくはこちら, もっと見る',
  ),
  phrasesOf(
    'zh',
    '这里, 此处, 点击这里, 点击此处, 更多, 了解更多, 阅读更多, 查看更多, 阅读全文, 详情, 這裡, 此處, 點擊這裡, 點此, 了解更多, 閱讀更多, 閱讀全文, 詳情',
  ),
  phrasesOf('ko', '여기, 클릭, 여기를 클릭, 더보기, 더 보기, 자세히, 자세히 보기, 더 알아보기'),
])

function phrasesOf(language: string, list: string): [string, Phrases] {
  return [language, phrasesFrom(list.split(', '))]
}

function phrasesFrom(list: readonly string[]): Phrases {
  const folded = new Set(list.map(foldedKey))
  const ends = new Set([...folded].map(endsOf))
  return {
    isAmongEnds: text => {
      const found = endsOf(text)
      return found === UNTOLD || ends.has(found)
    },
    isPhrase: rememberedOfTexts(text =>
      folded.has(foldedKey(text).replaceAll('’', "'").replace(TRAILING, '').replace(LEADING, '')),
    ),
  }
}
