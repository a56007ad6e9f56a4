import { OWN_CHECKS, type SubjectName } from '#shared/health-score.ts'
import { severityBadge } from './badges.ts'
import { MAX_TITLE_LENGTH, worstOf } from './fix-table.ts'
import type { Fix } from './fixes.ts'
import { crawled, type Html, html } from './html.ts'
import { counted, cut, number, points, sentences } from './labels.ts'
import { linesOf, roomOf, thatFit } from './page-room.ts'
import { type ClientReportFacts, gainOf } from './report-facts.ts'
import type { Sheet } from './sheet.ts'
import { speedPart } from './speed-part.ts'

/** Subjects that share a page. */
interface SubjectGroup {
  id: string
  title: string
  subjects: readonly SubjectName[]
  hasSpeed?: true
}

const ownChecks: SubjectGroup = { id: 'own', title: 'Own checks', subjects: [OWN_CHECKS] }
const indexability: SubjectGroup = {
  id: 'indexability',
  title: 'Indexability and security',
  subjects: ['Indexability', 'Security'],
}
const links: SubjectGroup = { id: 'links', title: 'Links and redirects', subjects: ['Links', 'Redirects and URLs'] }
const indexabilityAndLinks: SubjectGroup = {
  id: 'indexability',
  title: 'Indexability, security and links',
  subjects: [...indexability.subjects, ...links.subjects],
}
const ownChecksIndexabilityAndLinks: SubjectGroup = {
  id: 'indexability',
  title: 'Own checks, indexability and links',
  subjects: [...ownChecks.subjects, ...indexabilityAndLinks.subjects],
}
const titles: SubjectGroup = {
  id: 'titles',
  title: 'Titles, headings and languages',
  subjects: ['Titles and descriptions', 'Headings', 'Languages'],
}
const content: SubjectGroup = {
  id: 'content',
  title: 'Content and structured data',
  subjects: ['Content', 'Structured data', 'Social and AI'],
}
const titlesAndContent: SubjectGroup = {
  id: 'titles',
  title: 'Titles, content and languages',
  subjects: [...titles.subjects, ...content.subjects],
}
const speedGroup: SubjectGroup = {
  id: 'speed',
  title: 'Images, speed and accessibility',
  subjects: ['Images', 'Speed', 'Mobile', 'Accessibility'],
  hasSpeed: true,
}

/** The groups as pages, in as many as there may be. */
const divisions: readonly (readonly SubjectGroup[])[] = [
  [ownChecks, indexability, links, titles, content, speedGroup],
  [ownChecks, indexability, links, titlesAndContent, speedGroup],
  [ownChecks, indexabilityAndLinks, titlesAndContent, speedGroup],
  [ownChecksIndexabilityAndLinks, titlesAndContent, speedGroup],
]

/** One page for each group of subjects that has findings: six at most, and as few as three where there is no room for more. */
export function subjectSheets(facts: ClientReportFacts, room: number): Sheet[] {
  let sheets: Sheet[] = []
  for (const groups of divisions) {
    sheets = groupSheets(groups, facts)
    if (sheets.length <= room) break
  }
  return sheets
}

function groupSheets(groups: readonly SubjectGroup[], facts: ClientReportFacts): Sheet[] {
  return groups.flatMap(({ id, title, subjects, hasSpeed }) => {
    const fixes = facts.fixes.filter(fix => subjects.some(subject => subject === fix.subject))
    const speed = hasSpeed ? speedPart(facts) : null
    if (fixes.length === 0 && speed === null) return []
    return [{ id: `subject-${id}`, title, body: subjectBody(fixes, { facts, speed }) }]
  })
}

const FURTHER_HEIGHT = 80
const FURTHER_ITEM_HEIGHT = 26
/** Named without an explanation, where that many are left. */
const LEAST_FURTHER = 4
const SPEED_HEIGHT = 340

function subjectBody(fixes: readonly Fix[], { facts, speed }: { facts: ClientReportFacts; speed: Html | null }): Html {
  const room = roomOf(facts.choices.paper) - (speed === null ? 0 : SPEED_HEIGHT)
  const furtherRoom = FURTHER_HEIGHT + LEAST_FURTHER * FURTHER_ITEM_HEIGHT
  const all = thatFit(fixes, room, explanationHeight)
  const explained = all.length === fixes.length ? all : thatFit(fixes, room - furtherRoom, explanationHeight)
  const left = room - explained.reduce((sum, fix) => sum + explanationHeight(fix), 0) - FURTHER_HEIGHT
  const further = thatFit(fixes.slice(explained.length), left, () => FURTHER_ITEM_HEIGHT)
  const rest = fixes.length - explained.length - further.length
  const score = facts.overview.health === null ? '' : `, together worth ${gainOf(fixes).toFixed(1)} points`
  const lead = fixes.length === 0 ? null : html`<p class="lead">${counted(fixes.length, 'fix', 'fixes')}${score}.</p>\n`
  const others = html`<section class="further"><h3>Also found</h3><ul>${further.map(furtherItem)}</ul>${rest > 0 ? html`<p class="caption">and ${counted(rest, 'further fix', 'further fixes')}, listed in ${facts.listFile}</p>` : null}</section>`
  return html`${lead}${explained.map(explanation)}${further.length === 0 ? null : others}${speed}`
}

const MAX_TEXT_LENGTH = 250
const LINE_HEIGHT = 18.5
const TEXT_LINE = 42
const HEAD_LINE = 52
const WORST_LINE = 84
/** Margins, the rule above it and the names of its two texts. */
const EXPLANATION_HEIGHT = 52

function explanationHeight({ title, why, howTo, worst }: Fix): number {
  const texts = [why, howTo].map(text => linesOf(sentences(text, MAX_TEXT_LENGTH), TEXT_LINE))
  const worstLines =
    worst === null ? 0 : linesOf(worst.before + worst.code.slice(0, WORST_LINE) + worst.after, WORST_LINE)
  return (
    EXPLANATION_HEIGHT +
    LINE_HEIGHT * (linesOf(title.slice(0, MAX_TITLE_LENGTH), HEAD_LINE) + Math.max(...texts) + worstLines)
  )
}

function explanation(fix: Fix): Html {
  const { title, severity, where, pageCount, pagesChecked, gain, why, howTo, worst } = fix
  const of = pagesChecked > pageCount ? ` of ${number(pagesChecked)} checked` : ''
  const text = (name: string, words: string) =>
    html`<div><dt>${name}</dt><dd>${crawled(sentences(words, MAX_TEXT_LENGTH))}</dd></div>`
  return html`<article class="fix"><header><h3>${cut(title, MAX_TITLE_LENGTH)}</h3>${severityBadge(severity)}<span class="place">${where}</span><span class="reach">${counted(pageCount, 'page')}${of} <b>${points(gain)}</b></span></header>
<dl>${text('Why it matters', why)}${text('What to do', howTo)}</dl>
${worst === null ? null : html`<p class="worst">${worstOf(fix)}</p>`}</article>
`
}

function furtherItem({ title, severity, pageCount, gain }: Fix): Html {
  return html`<li>${severityBadge(severity)} ${cut(title, MAX_TITLE_LENGTH)} <span class="muted">${counted(pageCount, 'page')}${gain ? `, ${points(gain)}` : ''}</span></li>`
}
