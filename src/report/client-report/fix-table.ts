import { severityBadge } from './badges.ts'
import { type DataColumn, dataTable } from './data-table.ts'
import type { Fix, WorstCause } from './fixes.ts'
import { type Html, html } from './html.ts'
import { code, counted, cut, number, points } from './labels.ts'

const MAX_ADVICE_LENGTH = 150
/** Of a check that was taken out since, the title is the message of an issue. */
export const MAX_TITLE_LENGTH = 70

/** What to do first, each with the case to start with. `rest` stands below: the score after them. */
export function firstFixTable(fixes: readonly Fix[], rest: Html | null): Html {
  const columns: readonly DataColumn<Fix & { rank: number }>[] = [
    { head: 'Rank', isHeadHidden: true, cell: ({ rank }) => html`<b class="muted">${rank}</b>` },
    {
      head: 'Fix',
      cell: fix =>
        html`<b>${cut(fix.title, MAX_TITLE_LENGTH)}</b> ${severityBadge(fix.severity)}<p class="advice">${cut(fix.advice, MAX_ADVICE_LENGTH)} ${worstOf(fix)}</p>`,
    },
    { head: 'Where', cell: ({ where }) => where },
    { head: 'Pages', isNumber: true, cell: ({ pageCount }) => number(pageCount) },
    { head: 'Gain', isNumber: true, cell: ({ gain }) => html`<b>${points(gain)}</b>` },
  ]
  const ranked = fixes.map((fix, index) => ({ ...fix, rank: index + 1 }))
  return html`<div class="first-fixes">${dataTable(columns, ranked, 'What to fix first')}${rest}</div>`
}

/** One row for each fix. */
export function allFixTable(fixes: readonly Fix[]): Html {
  const columns: readonly DataColumn<Fix>[] = [
    { head: 'Fix', cell: ({ title }) => cut(title, MAX_TITLE_LENGTH) },
    { head: 'Severity', cell: ({ severity }) => severityBadge(severity) },
    { head: 'Subject', cell: ({ subject }) => html`<span class="line">${subject}</span>` },
    { head: 'Where', cell: ({ where }) => where },
    { head: 'Pages', isNumber: true, cell: ({ pageCount }) => number(pageCount) },
    { head: 'Gain', isNumber: true, cell: ({ gain }) => points(gain) },
  ]
  return html`<div class="all-fixes">${dataTable(columns, fixes, 'All fixes')}</div>`
}

export function worstOf({ worst }: { worst: WorstCause | null }): Html | null {
  return worst && html`${worst.before}${code(worst.code)}${worst.after}`
}

/** `3 in the Editor, 2 in Templates and 1 on the Server` as a sentence of the places that there are. */
export function placesSentence(fixes: readonly Fix[]): string {
  const count = (place: Fix['where']) => fixes.filter(({ where }) => where === place).length
  const parts = [
    [count('Editor'), 'in the texts and links of pages'],
    [count('Template'), 'in templates that pages share'],
    [count('Server'), 'in the settings of the server'],
  ] as const
  const shown = parts.filter(([some]) => some > 0).map(([some, where]) => `${number(some)} ${where}`)
  const last = shown.at(-1) ?? ''
  const list = shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
  return `${counted(fixes.length, 'fix', 'fixes')}: ${list}.`
}
