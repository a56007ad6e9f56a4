import type { Severity } from '#shared/model.ts'
import { type Html, html, markup } from './html.ts'

/** Shapes that the document defines once and refers to. */
export const symbols = markup(`<svg width="0" height="0" class="symbols" aria-hidden="true">
<symbol id="icon-error" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10"/><path d="M12 8v4M12 16h.01"/></symbol>
<symbol id="icon-warning" viewBox="0 0 24 24"><path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"/></symbol>
<symbol id="icon-info" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10"/><path d="M12 16v-4M12 8h.01"/></symbol>
<symbol id="icon-success" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10"/><path d="m9 12 2 2 4-4"/></symbol>
<symbol id="icon-brand" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" class="brand-ground"/><path class="brand-line" d="M16 5v12M10.3 20.8a7 7 0 0 0 11.4 0M6.6 23.6a12 12 0 0 0 18.8 0"/><circle class="brand-lead" cx="16" cy="17.5" r="2.75"/></symbol>
</svg>
`)

const severityLabels: Record<Severity, string> = { error: 'Error', warning: 'Warning', info: 'Info' }

/** Severity is never colour alone: icon, word and colour. */
export function severityBadge(severity: Severity): Html {
  const icon = html`<svg class="icon" aria-hidden="true"><use href="#icon-${severity}"/></svg>`
  return html`<span class="badge ${severity}">${icon}${severityLabels[severity]}</span>`
}
