import { type HtmlValue, html } from '#report/client-report/html.ts'

/** Text in which backticks mark code. */
export function prose(text: string): HtmlValue {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
