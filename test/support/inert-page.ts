import type { BrowserContext, Page } from 'playwright-core'
import { XSS_FUNCTION, XSS_MARKER } from '../attack/xss-corpus.ts'

/** Watches the pages of a browser context for anything that text from elsewhere made happen. */
export interface InertWatch {
  /** What happened, in words; empty when nothing did. */
  findings: string[]
  /** Looks at a page as it stands: its elements, attributes, visible text and title. */
  inspect(page: Page, place: string): Promise<void>
}

const REPORT_FUNCTION = 'sitesounderReport'

const listening = `document.addEventListener('securitypolicyviolation', event =>
  ${REPORT_FUNCTION}(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample))`

/** Characters that act on what stands around them, or on nothing that can be seen. */
const ACTING = String.raw`[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]`

/** Runs in the page. What the product itself never draws is a finding, whatever its source. */
const inspection = `(() => {
  const findings = []
  const acting = new RegExp('${ACTING}')
  const foreign = 'script iframe frame frameset object embed base applet meta link math marquee audio video template portal xmp plaintext listing'
  for (const element of document.body.querySelectorAll('*')) {
    const name = element.localName
    if (foreign.split(' ').includes(name)) findings.push('element ' + name)
    for (const { name: attribute, value } of element.attributes) {
      if (attribute === '${XSS_MARKER}') findings.push('marker ' + value)
      if (attribute.startsWith('on') || attribute === 'srcdoc') findings.push('attribute ' + attribute)
      const isUrl = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'background'].includes(attribute)
      if (isUrl && !/^(?:https?:\\/\\/|\\/(?!\\/)|#)/.test(value)) findings.push(attribute + '=' + value.slice(0, 60))
      const isShown = ['title', 'aria-label', 'placeholder', 'alt', 'label'].includes(attribute)
      if (isShown && acting.test(value)) findings.push('acting character in ' + attribute)
    }
  }
  if (acting.test(document.body.innerText)) findings.push('acting character in the text')
  for (const option of document.querySelectorAll('option'))
    if (acting.test(option.textContent)) findings.push('acting character in an option')
  if (document.body.parentElement !== document.documentElement || document.querySelectorAll('#root').length !== 1)
    findings.push('the document is another one')
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) findings.push('wider than the window')
  if (({}).isAdmin !== undefined || ({}).polluted !== undefined) findings.push('a prototype was changed')
  return [...new Set(findings)]
})()`

/** The origin is the only one that pages of the context may request. */
export async function watchInertness(context: BrowserContext, origin: string): Promise<InertWatch> {
  const findings: string[] = []
  await context.exposeFunction(XSS_FUNCTION, (name: unknown) => void findings.push(`payload ran: ${name}`))
  await context.exposeFunction(REPORT_FUNCTION, (words: unknown) => void findings.push(`policy violated: ${words}`))
  await context.addInitScript(listening)
  context.on('page', page => watchPage(page, { origin, findings }))
  return {
    findings,
    inspect: async (page, place) => {
      const found = await page.evaluate<string[]>(inspection)
      findings.push(...found.map(each => `${place}: ${each}`))
    },
  }
}

function watchPage(page: Page, { origin, findings }: { origin: string; findings: string[] }): void {
  page.on('dialog', dialog => {
    findings.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => void findings.push(`window opened: ${popup.url()}`))
  page.on('pageerror', error => void findings.push(`${page.url()}: ${error.message}`))
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame()) findings.push(`frame: ${frame.url()}`)
  })
  page.on('request', request => {
    if (new URL(request.url()).origin !== origin) findings.push(`request to ${request.url().slice(0, 80)}`)
  })
}
