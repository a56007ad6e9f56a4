import type { PageFacts } from '#shared/facts.ts'
import type { PageSummary, RandomUrlResponse } from '#shared/site-facts.ts'

/** Titles and headings of error pages, in lower case. */
const phrases: readonly string[] = [
  ...[
    'page not found',
    'not found',
    '404 not found',
    'file not found',
    'this page does not exist',
    "page doesn't exist",
  ],
  ...['page does not exist', 'the page you requested was not found', 'the page you requested could not be found'],
  ...["this page doesn't exist", 'this page could not be found', 'the page could not be found', 'page cannot be found'],
  ...["page can't be found", "that page can't be found", "oops! that page can't be found", "we can't find that page"],
  ...['sorry, page not found', 'sorry, this page could not be found', 'the requested url was not found on this server'],
  ...['seite nicht gefunden', 'die seite wurde nicht gefunden', 'diese seite existiert nicht', 'nicht gefunden'],
  ...['page introuvable', 'page non trouvée', "cette page n'existe pas", "la page demandée n'existe pas"],
  ...['página no encontrada', 'no se encontró la página', 'no se ha encontrado la página', 'esta página no existe'],
  ...['página não encontrada', 'pagina non trovata', 'questa pagina non esiste', 'pagina niet gevonden'],
  ...['deze pagina bestaat niet', 'sidan hittades inte', 'sidan kunde inte hittas', 'siden blev ikke fundet'],
  ...[
    'siden ble ikke funnet',
    'fant ikke siden',
    'sivua ei löytynyt',
    'sivua ei löydy',
    'strona nie została znaleziona',
  ],
  ...[
    'nie znaleziono strony',
    'strona nie istnieje',
    'stránka nenalezena',
    'stránka nebyla nalezena',
    'az oldal nem található',
  ],
  ...['pagina nu a fost găsită', 'stranica nije pronađena', 'sayfa bulunamadı', 'η σελίδα δεν βρέθηκε'],
  ...['страница не найдена', 'такой страницы нет', 'сторінку не знайдено', 'страницата не е намерена'],
  ...['الصفحة غير موجودة', 'העמוד לא נמצא', 'הדף לא נמצא', 'halaman tidak ditemukan', 'không tìm thấy trang'],
  ...[
    'ページが見つかりません',
    'ページが見つかりませんでした',
    'お探しのページは見つかりませんでした',
    '页面未找到',
    '找不到页面',
  ],
  ...['页面不存在', '找不到頁面', '頁面不存在', '페이지를 찾을 수 없습니다', 'ไม่พบหน้า', 'ไม่พบหน้าที่คุณต้องการ'],
]
const known: ReadonlySet<string> = new Set(phrases)
/** `404`, `Error 404`, `404 – Page not found`: the number with nothing or one of the phrases. */
const NUMBER = /^(?:(?:http )?error:? ?|fehler:? ?|erreur:? ?)?404(?: error| fehler| erreur)?$/
/** Between the name of a page and that of its site. */
const SEPARATOR = /\s+[|–—·•»:-]\s+|:\s+|\s*\|\s*/
/** Longer ones are sentences about something. */
const MAX_LENGTH = 200

/** The title or heading says that there is no such page. One part of it is enough: the rest names the site. */
function saysNotFound(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  return text.toLowerCase().replaceAll('’', "'").split(SEPARATOR).some(isNotFoundPhrase)
}

function isNotFoundPhrase(part: string): boolean {
  if (STARTS_PLAINLY.test(part) && !beginnings.has(part.slice(0, 2))) return false
  const bare = part.replace(/^[\s.!…"“”(]+|[\s.!…。！"“”)]+$/g, '')
  if (NUMBER.test(bare) || known.has(bare)) return true
  const afterNumber = bare.replace(/^(?:error )?404[\s,.!:-]+|^oops[\s,.!:-]+|^sorry[\s,.!:-]+/, '')
  return afterNumber !== bare && known.has(afterNumber)
}

const STARTS_PLAINLY = /^[a-z0-9]/
/** Of all that is such a phrase, with or without a number and a word before it: nearly all texts begin with other letters. */
const beginnings: ReadonlySet<string> = new Set([
  ...phrases.map(phrase => phrase.slice(0, 2)),
  ...['40', 'er', 'fe', 'ht', 'oo', 'so'],
])

/** Few words, as an error message has them. */
const FEW_WORDS = 150

/**
 * The signs that a page with status 200 is an error page; empty unless its title or H1 says so and another sign agrees. Pages about
 * the status 404 are long, and the error page of the site itself has a URL that says so.
 */
export function notFoundSignals(
  page: Pick<PageSummary, 'url' | 'title' | 'h1' | 'wordCount' | 'isNoindex' | 'textHash'>,
  randomUrls: readonly RandomUrlResponse[],
): string[] {
  const spoken = spokenSigns(page)
  if (spoken.length === 0 || hasErrorPagePath(page)) return []
  const isSameText = page.textHash !== '' && randomUrls.some(response => response.textHash === page.textHash)
  const further = [
    ...(page.isNoindex ? ['noindex'] : []),
    ...(page.wordCount < FEW_WORDS ? [`${page.wordCount} words`] : []),
    ...(isSameText ? ['a nonexistent URL returns the same text'] : []),
  ]
  return further.length === 0 ? [] : [...spoken, ...further]
}

/** The same of a page that has just been read. */
export function notFoundSignalsOf(page: PageFacts, randomUrls: readonly RandomUrlResponse[]): string[] {
  const { url, title, h1, isNoindex, content } = page
  const { wordCount, textHash } = content
  return notFoundSignals({ url, title, h1, isNoindex, wordCount, textHash }, randomUrls)
}

/** The error page of the site itself, under its own URL: hosts of static sites serve it with status 200. */
export function isOwnErrorPage(page: Pick<PageFacts, 'url' | 'title' | 'h1'>): boolean {
  return hasErrorPagePath(page) && spokenSigns(page).length > 0
}

function spokenSigns({ title, h1 }: Pick<PageFacts, 'title' | 'h1'>): string[] {
  return [...(saysNotFound(title) ? [`title: ${title}`] : []), ...(saysNotFound(h1) ? [`H1: ${h1}`] : [])]
}

const hasErrorPagePath = ({ url }: { url: string }): boolean => ERROR_PAGE_PATH.test(URL.parse(url)?.pathname ?? '')

const ERROR_PAGE_PATH = /(?:^|\/)(?:404|not[-_]?found|error)(?:\.\w+)?\/?$/i
