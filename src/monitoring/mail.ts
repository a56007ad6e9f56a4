import { type Alert, alertLabels } from '#shared/alerts.ts'

/** E-mails of alerts: as HTML that a phone shows well, and as plain text. */

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
}

/** Sends a mail. Resolves with the response of the server; rejects with a sentence for the user where it did not take the mail. */
export type SendMail = (mail: Mail) => Promise<string>

/** Characters of a subject, as mail programs show it. */
const MAX_SUBJECT = 120

export function alertMail({
  to,
  deliveryId,
  alerts,
}: {
  to: string
  deliveryId: string
  alerts: readonly Alert[]
}): Mail {
  const websites = [...new Set(alerts.map(({ website }) => website))]
  const [first] = alerts
  const about = websites.length === 1 ? websites[0] : `${websites.length} websites`
  const what = alerts.length === 1 && first ? alertLabels[first.kind] : `${alerts.length} alerts`
  return {
    to,
    subject: oneLine(`${what}: ${about}`).slice(0, MAX_SUBJECT),
    text: `${websites.map(website => textOf(website, alerts)).join('\n\n')}\n\n${FOOTER}\n`,
    html: page(websites.map(website => htmlOf(website, alerts)).join('')),
    headers: { 'X-Sitesounder-Delivery': deliveryId, 'Auto-Submitted': 'auto-generated' },
  }
}

export function codeMail({ to, code }: { to: string; code: string }): Mail {
  const text = `Enter this code in Sitesounder to get alerts by e-mail: ${code}`
  const note = 'If you did not request it, ignore this mail: no alert will be sent.'
  return {
    to,
    subject: 'Confirm alerts of Sitesounder by e-mail',
    text: `${text}\n\n${note}\n`,
    html: page(`<p>${escapeHtml(text)}</p><p>${escapeHtml(note)}</p>`),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

const FOOTER = 'Sitesounder sends this because alerts are set for the website. Change them under "Schedule Monitoring".'

const ofWebsite = (website: string, alerts: readonly Alert[]) => alerts.filter(each => each.website === website)

function textOf(website: string, alerts: readonly Alert[]): string {
  const parts = ofWebsite(website, alerts).map(({ kind, message, urls }) =>
    [`* ${alertLabels[kind]}: ${message}`, ...urls.map(url => `  ${url}`)].map(oneLine).join('\n'),
  )
  return `${oneLine(website)}\n${parts.join('\n')}`
}

function htmlOf(website: string, alerts: readonly Alert[]): string {
  const parts = ofWebsite(website, alerts).map(({ kind, message, urls }) => {
    const list = urls.map(url => `<li style="word-break:break-all">${escapeHtml(url)}</li>`).join('')
    return `<h2 style="font-size:16px;margin:20px 0 4px">${escapeHtml(alertLabels[kind])}</h2>
<p style="margin:0 0 4px">${escapeHtml(message)}</p>${list === '' ? '' : `<ul style="margin:0;padding-left:20px">${list}</ul>`}`
  })
  return `<h1 style="font-size:18px;word-break:break-all">${escapeHtml(website)}</h1>${parts.join('')}`
}

function page(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="font-family:sans-serif;font-size:15px;line-height:1.5;margin:0;padding:16px;max-width:600px">${content}
<p style="margin-top:24px;font-size:13px">${escapeHtml(FOOTER)}</p></body></html>`
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
