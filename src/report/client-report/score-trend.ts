import type { CrawlResultResponse } from '#shared/api/crawls.ts'
import { type Html, html } from './html.ts'
import { shortDay } from './labels.ts'

const LEFT = 30
const RIGHT = 384
const TOP = 14
const BOTTOM = 118
const LABEL_Y = 136
const STEP = 10
const LARGEST_SCORE = 100

/** The scores of the last crawls as a line, with the days of the first and the last; for at least two. */
export function scoreTrend({ scores, crawls }: Pick<CrawlResultResponse, 'scores' | 'crawls'>): Html {
  const values = scores.map(({ score }) => score)
  const low = Math.max(0, Math.floor((Math.min(...values) - 1) / STEP) * STEP)
  const high = Math.min(LARGEST_SCORE, Math.ceil((Math.max(...values) + 1) / STEP) * STEP)
  const x = (index: number) => round(LEFT + 4 + (index * (RIGHT - LEFT - 8)) / (values.length - 1))
  const y = (score: number) => round(BOTTOM - ((score - low) * (BOTTOM - TOP)) / (high - low))
  const lines = gridValues(low, high).map(
    value =>
      html`<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 3.5}" text-anchor="end">${value}</text>`,
  )
  const last = values.length - 1
  const dots = values.map(
    (score, index) =>
      html`<circle class="${index === last ? 'last' : 'dot'}" cx="${x(index)}" cy="${y(score)}" r="${index === last ? 4 : 2.5}"/>`,
  )
  const days = dayLabels({ scores, crawls })
  return html`<svg class="trend" viewBox="0 0 396 140" role="img" aria-label="Score of the last ${values.length} crawls: ${values.join(', ')}">${lines}<polyline points="${values.map((score, index) => `${x(index)},${y(score)}`).join(' ')}"/>${dots}<text class="score" x="${x(last)}" y="${y(values[last] ?? 0) - 9}" text-anchor="middle">${values[last] ?? ''}</text><text x="${LEFT}" y="${LABEL_Y}">${days[0] ?? ''}</text><text x="${RIGHT}" y="${LABEL_Y}" text-anchor="end">${days.at(-1) ?? ''}</text></svg>`
}

const MAX_LINES = 5

/** Tens, or every second of them where there are many. */
function gridValues(low: number, high: number): number[] {
  const step = (high - low) / STEP >= MAX_LINES ? 2 * STEP : STEP
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step)
}

function dayLabels({ scores, crawls }: Pick<CrawlResultResponse, 'scores' | 'crawls'>): string[] {
  const starts = new Map(crawls.map(({ id, startedAt }) => [id, startedAt]))
  return scores.map(({ crawlId }) => {
    const startedAt = starts.get(crawlId)
    return startedAt ? shortDay(Date.parse(startedAt)) : ''
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
