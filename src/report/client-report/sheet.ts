import { PRODUCT_NAME } from '#shared/constants.ts'
import { type Html, html } from './html.ts'
import { day, startOf } from './labels.ts'
import type { ClientReportFacts } from './report-facts.ts'

/** One printed page after the cover. Its content is bounded so that it fits: nothing runs on to a page without a number. */
export interface Sheet {
  /** Of the element, for links of the contents. */
  id: string
  title: string
  body: Html
}

/** Who made the report, as every page names them. */
export function authorOf({ choices }: Pick<ClientReportFacts, 'choices'>): string {
  return choices.name === '' ? PRODUCT_NAME : choices.name
}

export function sheetHtml(
  { id, title, body }: Sheet,
  { facts, page, pages }: { facts: ClientReportFacts; page: number; pages: number },
): Html {
  return html`<section class="sheet" id="${id}" aria-labelledby="${id}-title">
<div class="running head"><span>${facts.host}</span><span>Website audit, ${day(startOf(facts.crawl))}</span></div>
<div class="content"><h2 id="${id}-title">${title}</h2>
${body}</div>
<div class="running foot"><span>${authorOf(facts)}</span><span>${page} of ${pages}</span></div>
</section>
`
}

/** A part of a page under its own heading. */
export function part(heading: string, body: Html): Html {
  return html`<section class="part"><h3>${heading}</h3>\n${body}</section>\n`
}
