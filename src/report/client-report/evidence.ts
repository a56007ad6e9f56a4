import { assertNever } from '#shared/errors.ts'
import type { Attempt, Evidence, Hop, Place } from '#shared/model.ts'
import { regionLabels } from '#shared/region-labels.ts'
import { cutEnd } from '../terminal-text.ts'
import { statusBadge } from './badges.ts'
import { crawled, crawledCode, type Html, type HtmlValue, html } from './html.ts'
import { address, andMore, counted, duration, long } from './labels.ts'

/** Entries of one list that are shown: enough to find the cause; the export holds all. */
const MAX_ENTRIES = 5
const MAX_ROWS = 8
const MAX_COLUMNS = 8
const MAX_CODE_LENGTH = 600
const MAX_CELL_LENGTH = 200

/** What proves an issue, as far as a reader on paper needs it. */
export function evidence(proof: Evidence): Html {
  return html`<div class="proof"><dt>${crawled(proof.label)}</dt><dd>${body(proof)}</dd></div>\n`
}

function body(proof: Evidence): HtmlValue {
  switch (proof.kind) {
    case 'text':
      return html`<p class="quoted">${long(proof.text)}</p>`
    case 'code':
      return code(proof)
    case 'url':
      return address(proof.url)
    case 'urls':
      return urls(proof)
    case 'hops':
      return hops(proof.hops)
    case 'attempts':
      return attempts(proof.attempts)
    case 'places':
      return places(proof)
    case 'table':
      return table(proof)
    default:
      return assertNever(proof)
  }
}

function code({ code: text, line }: { code: string; line?: number }): Html {
  const where = line === undefined || line === 0 ? null : html`<p class="more">from line ${line}</p>`
  return html`<pre><code>${crawledCode(cutEnd(text, MAX_CODE_LENGTH))}</code></pre>${where}`
}

function urls({ urls: all, total }: { urls: readonly string[]; total: number }): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  return html`<ul>${shown.map(url => html`<li>${address(url)}</li>`)}</ul>${andMore(total, shown.length)}`
}

function hops(all: readonly Hop[]): Html {
  const shown = all.slice(0, MAX_ROWS)
  const target = all.at(-1)?.location ?? ''
  const end = target === '' ? null : html`<li>${address(target)} <span class="more">target</span></li>`
  const stops = shown.map(hop => html`<li>${address(hop.url)} ${statusBadge(hop.status)}</li>`)
  return html`<ol class="hops">${stops}${end}</ol>${andMore(all.length, shown.length)}`
}

function attempts(all: readonly Attempt[]): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  const tries = shown.map(({ atMs, method, status, failure }, index) => {
    const before = shown[index - 1]
    const later = before ? `, ${duration(Math.max(0, atMs - before.atMs))} later` : ''
    return html`<li>${method}${later} ${statusBadge(status)} ${failure === null ? null : long(failure)}</li>`
  })
  return html`<ol class="plain">${tries}</ol>${andMore(all.length, shown.length)}`
}

function places({ places: all, total }: { places: readonly Place[]; total: number }): Html {
  const shown = all.slice(0, MAX_ENTRIES)
  return html`<ul>${shown.map(place)}</ul>${andMore(total, shown.length)}`
}

function place({ sourceUrl, text, region, path, line }: Place): Html {
  const words = text === '' ? null : html` “${crawled(cutEnd(text, MAX_CELL_LENGTH))}”`
  const where = [`in the ${regionLabels[region]}`, ...(line > 0 ? [`line ${line}`] : [])].join(', ')
  const element = path === '' ? null : html` <code>${crawledCode(cutEnd(path, MAX_CELL_LENGTH))}</code>`
  return html`<li>${address(sourceUrl)}${words} <span class="more">${where}</span>${element}</li>`
}

function table({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }): Html {
  const shownRows = rows.slice(0, MAX_ROWS)
  const cell = (text: string) => crawled(cutEnd(text, MAX_CELL_LENGTH))
  const heads = columns.slice(0, MAX_COLUMNS).map(column => html`<th scope="col">${cell(column)}</th>`)
  const lines = shownRows.map(row => {
    const cells = row.slice(0, MAX_COLUMNS).map((text, index) => {
      return html`<td data-label="${columns[index] ?? ''}"><div>${cell(text)}</div></td>`
    })
    return html`<tr>${cells}</tr>`
  })
  const left = rows.length - shownRows.length
  const more = left > 0 ? html`<p class="more">and ${counted(left, 'more row')}</p>` : null
  return html`<table class="data proof-table"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>${more}`
}
