import {
  ALT_BADGE_RED_ABOVE_SHARE,
  STRUCTURE_SCORE_GREEN,
  STRUCTURE_SCORE_YELLOW,
  TITLE_MAX_FOR_SCORE,
  TITLE_MIN_FOR_SCORE,
  WORD_COUNT_GREEN_ABOVE,
  WORD_COUNT_YELLOW_ABOVE,
} from './constants.ts'

/** Per-page figures of the pages table (specification, section 9): structure score, word count, alt badge. */
export type Band = 'green' | 'yellow' | 'red' | 'unknown'

export interface ScoredPage {
  url: string
  title: string | null
  metaDescription: string | null
  h1: string | null
  h1Count: number
  h2Count: number
  h3Count: number
  pCount: number
  totalImages: number
  missingAltTags: number
  emptyAltTags: number
}

const MAX_PATH_FOR_SCORE = 100
const MIN_WORD_FOR_SCORE = 4

/** Structure score out of 100. */
export function structureScore(page: ScoredPage): number {
  const path = URL.parse(page.url)?.pathname ?? ''
  const words = path.split(/[^\p{L}\p{N}]+/u).filter(word => word !== 'html' && word !== 'index')
  const titleLength = page.title?.length ?? 0
  let score = 0
  if (path.includes('-')) score += 10
  if (path.length < MAX_PATH_FOR_SCORE) score += 10
  if (words.some(word => word.length >= MIN_WORD_FOR_SCORE)) score += 10
  if (titleLength >= TITLE_MIN_FOR_SCORE && titleLength <= TITLE_MAX_FOR_SCORE) score += 20
  if (page.h1Count === 1) score += 20
  if (page.h1Count > 1) score += 5
  if (page.h2Count > 0 && page.h1Count > 0) score += 15
  if (page.h3Count > 0 && page.pCount > 0) score += 15
  return score
}

export function structureBand(score: number): Band {
  if (score >= STRUCTURE_SCORE_GREEN) return 'green'
  return score >= STRUCTURE_SCORE_YELLOW ? 'yellow' : 'red'
}

/** By the words of the main text. */
export function wordBand(words: number | null): Band {
  if (words === null) return 'unknown'
  if (words > WORD_COUNT_GREEN_ABOVE) return 'green'
  if (words > WORD_COUNT_YELLOW_ABOVE) return 'yellow'
  return words > 0 ? 'red' : 'unknown'
}

/** Red when more than half of the images lack alt, yellow when some do, green when none does; unknown without images. */
export function altBand(page: ScoredPage): Band {
  if (page.totalImages === 0) return 'unknown'
  const lacking = page.missingAltTags + page.emptyAltTags
  if (lacking === 0) return 'green'
  return lacking / page.totalImages > ALT_BADGE_RED_ABOVE_SHARE ? 'red' : 'yellow'
}
