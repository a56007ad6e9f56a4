import { markup } from './html.ts'

/**
 * The look of the report: the product's colours, light and dark on a screen, always light on paper. It loads nothing. Text colours keep
 * at least 4.5:1 on every ground of their theme (WCAG 2.2, 1.4.3).
 */
const light = `color-scheme: light;
--canvas: oklch(0.979 0.004 220); --surface: oklch(1 0 0); --sunken: oklch(0.962 0.006 220);
--line: oklch(0.905 0.009 222); --line-strong: oklch(0.63 0.018 225);
--ink: oklch(0.235 0.025 232); --ink-muted: oklch(0.445 0.024 230);
--accent: oklch(0.455 0.085 213); --on-accent: oklch(1 0 0);
--error: oklch(0.495 0.188 27); --error-soft: oklch(0.955 0.022 20); --error-line: oklch(0.86 0.075 22);
--warning: oklch(0.475 0.105 62); --warning-soft: oklch(0.965 0.04 88); --warning-line: oklch(0.86 0.1 85);
--info: oklch(0.475 0.145 256); --info-soft: oklch(0.955 0.02 250); --info-line: oklch(0.86 0.06 252);
--success: oklch(0.455 0.115 152); --success-soft: oklch(0.958 0.035 155); --success-line: oklch(0.85 0.085 155);
--red: oklch(0.615 0.205 25); --amber: oklch(0.745 0.158 70); --green: oklch(0.645 0.15 152);
--blue: oklch(0.6 0.16 250); --purple: oklch(0.575 0.19 300);`

const dark = `color-scheme: dark;
--canvas: oklch(0.188 0.016 232); --surface: oklch(0.224 0.018 231); --sunken: oklch(0.205 0.017 232);
--line: oklch(0.318 0.02 230); --line-strong: oklch(0.57 0.022 228);
--ink: oklch(0.948 0.008 220); --ink-muted: oklch(0.775 0.015 222);
--accent: oklch(0.795 0.105 203); --on-accent: oklch(0.2 0.03 225);
--error: oklch(0.775 0.128 22); --error-soft: oklch(0.3 0.068 22); --error-line: oklch(0.43 0.1 22);
--warning: oklch(0.84 0.125 82); --warning-soft: oklch(0.305 0.05 75); --warning-line: oklch(0.44 0.075 78);
--info: oklch(0.79 0.102 250); --info-soft: oklch(0.3 0.058 254); --info-line: oklch(0.43 0.085 253);
--success: oklch(0.81 0.13 155); --success-soft: oklch(0.295 0.048 158); --success-line: oklch(0.42 0.075 157);
--red: oklch(0.675 0.185 24); --amber: oklch(0.79 0.148 76); --green: oklch(0.715 0.15 153);
--blue: oklch(0.68 0.14 248); --purple: oklch(0.665 0.165 302);`

const text = `
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.5rem 4rem; background: var(--canvas); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, "Open Sans", sans-serif;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
h2 { font-size: 1.5rem; margin-bottom: 1rem; }
h3 { font-size: 1.125rem; }
p, ul, ol, dl, dd, figure, pre { margin: 0; }
ul, ol { padding-left: 1.25rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; }
pre { padding: 0.625rem 0.75rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; }
section { margin-top: 3rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
.symbols { position: absolute; }
.brand-ground { fill: var(--accent); }
.brand-line { fill: none; stroke: var(--on-accent); stroke-width: 2.25; stroke-linecap: round; }
.brand-lead { fill: var(--on-accent); }
.brand { display: flex; align-items: center; gap: 0.625rem; font-weight: 600; }
.brand-mark { width: 1.75rem; height: 1.75rem; }
.cover { padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.cover h1 { margin: 2rem 0 1.5rem; font-size: clamp(1.5rem, 5vw, 2.25rem); }
.cover h1 a { color: inherit; text-decoration: none; }
.cover h1 a:hover { text-decoration: underline; }
.kicker { display: block; margin-bottom: 0.25rem; font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--ink-muted); }
.cover-facts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; }
dt { color: var(--ink-muted); font-size: 0.875rem; }
dd { font-variant-numeric: tabular-nums; }
.ending { margin-top: 1.5rem; font-weight: 500; }
.note { color: var(--ink-muted); margin-top: 0.25rem; }
nav { margin-top: 1.5rem; }
nav ol { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0; list-style: none; }
.count, .more { color: var(--ink-muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr)); gap: 0.75rem; }
.figures div { display: flex; flex-direction: column; justify-content: space-between; padding: 0.875rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.figures dd { font-size: 1.625rem; font-weight: 600; line-height: 1.3; }
.columns { display: grid; grid-template-columns: 1.9fr 1fr; gap: 1.5rem 2.5rem; align-items: start; margin: 2rem 0; }
.distribution { display: flex; gap: 1.5rem; align-items: center; }
.distribution .captioned { flex: 1; }
.donut { width: 11rem; flex: none; }
.slice { fill: none; stroke-width: 15; }
.empty { stroke: var(--line); }
.slice.red { stroke: var(--red); } .slice.amber { stroke: var(--amber); } .slice.green { stroke: var(--green); }
.slice.blue { stroke: var(--blue); } .slice.purple { stroke: var(--purple); }
.donut-total { font-size: 17px; font-weight: 600; text-anchor: middle; fill: var(--ink); }
.donut-label { font-size: 8px; text-anchor: middle; fill: var(--ink-muted); }
.dot { display: inline-block; width: 0.75rem; height: 0.75rem; margin-right: 0.5rem; border-radius: 3px; }
.dot.red { background: var(--red); } .dot.amber { background: var(--amber); } .dot.green { background: var(--green); }
.dot.blue { background: var(--blue); } .dot.purple { background: var(--purple); }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.captioned caption { position: static; width: auto; height: auto; clip-path: none; padding-bottom: 0.375rem; text-align: left; font-weight: 600; }
th { text-align: left; font-weight: 500; color: var(--ink-muted); overflow-wrap: break-word; }
section > p + .data { margin-top: 0.75rem; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.badge { display: inline-flex; align-items: center; gap: 0.25rem; padding: 0 0.5rem; border: 1px solid; border-radius: 1rem; font-size: 0.75rem; font-weight: 500; line-height: 1.25rem; white-space: nowrap; }
.icon { width: 0.875rem; height: 0.875rem; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.badge.error { color: var(--error); background: var(--error-soft); border-color: var(--error-line); }
.badge.warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.badge.info { color: var(--info); background: var(--info-soft); border-color: var(--info-line); }
.badge.success { color: var(--success); background: var(--success-soft); border-color: var(--success-line); }
.finding { margin-top: 1.25rem; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.finding > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.375rem 0.75rem; margin-bottom: 0.75rem; }
.finding > header h3 { flex: 1 1 16rem; }
.advice { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 0.75rem 2rem; }
.example { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 0.75rem 1rem; margin-top: 1rem; }
figcaption { margin-bottom: 0.25rem; color: var(--ink-muted); font-size: 0.875rem; }
.sources { margin-top: 0.75rem; color: var(--ink-muted); font-size: 0.875rem; }
.issues { margin-top: 1.25rem; padding: 0; list-style: none; font-size: 0.9375rem; }
.issues > li { padding: 0.875rem 0; border-top: 1px solid var(--line); }
.issues > li:last-child { padding-bottom: 0; }
.where { font-weight: 500; }
.where a { color: inherit; }
.proofs { display: grid; gap: 0.625rem; margin-top: 0.625rem; }
.proof { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 0 1rem; font-size: 0.875rem; }
.proof ul, .proof ol { padding-left: 1rem; }
.proof .plain { padding: 0; list-style: none; }
.quoted { white-space: pre-wrap; }
.proof-table th, .proof-table td { padding-top: 0.125rem; padding-bottom: 0.25rem; }
.part { margin-top: 1.75rem; }
.part h3 { margin-bottom: 0.5rem; }
.passed { columns: 18rem; column-gap: 2.5rem; font-size: 0.9375rem; }
.settings { display: grid; gap: 0.25rem; font-size: 0.9375rem; }
.settings div { display: grid; grid-template-columns: minmax(8rem, 20rem) 1fr; gap: 1rem; }
.settings dt { font-size: inherit; }
.mark { margin: 0 1px; padding: 0 2px; border: 1px solid var(--line-strong); border-radius: 3px; background: var(--sunken); color: var(--ink-muted); font: 400 0.75em ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; }
bdi { unicode-bidi: isolate; }
footer { margin-top: 3rem; color: var(--ink-muted); font-size: 0.875rem; }
@media screen and (max-width: 44rem) {
  body { padding: 1rem 0.75rem 3rem; }
  .cover { padding: 1.25rem; }
  .finding { padding: 1rem; }
  .columns, .proof { grid-template-columns: minmax(0, 1fr); }
  .distribution { flex-direction: column; align-items: stretch; }
  .donut { align-self: center; }
  :not(.captioned) > .data {
    &, caption, tbody, tr, td { display: block; }
    thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
    td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.75rem; padding: 0.125rem 0; border: 0; text-align: left; white-space: normal; }
    td::before { content: attr(data-label); color: var(--ink-muted); }
  }
}
@media print {
  @page { margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, Arial, sans-serif; color: #555; } }
  body { max-width: none; padding: 0; background: none; font-size: 9.5pt; }
  h2 { font-size: 16pt; }
  h3 { font-size: 11pt; }
  section { margin-top: 0; }
  .skip { display: none; }
  .cover { padding: 0; border: 0; }
  .cover h1 { margin: 20mm 0 10mm; font-size: 26pt; }
  nav { margin-top: 10mm; }
  nav ol { display: block; }
  main > section { break-before: page; }
  #redirects { break-before: auto; margin-top: 10mm; }
  .part { margin-top: 6mm; break-before: auto; }
  .finding { padding: 0; border: 0; margin-top: 8mm; }
  .finding > header, h2, h3, caption, .advice, .where { break-after: avoid; }
  .finding > header, .advice, .example, .proof, .figures, .distribution, tr, pre, .passed li { break-inside: avoid; }
  thead { display: table-header-group; }
  .figures { grid-template-columns: repeat(8, 1fr); gap: 2mm; }
  .figures div { padding: 2mm 3mm; }
  .figures dd { font-size: 14pt; }
  .data, .issues, .proof, .advice, .settings, .passed { font-size: 9pt; }
  .count, .more, dt, .sources, figcaption, .badge { font-size: 8pt; }
  code, pre { font-size: 8pt; }
  a { color: inherit; text-decoration: none; }
  .source::after { content: " (" attr(href) ")"; }
  .badge, .dot, .slice, .mark, pre, .figures div, .brand-mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`

export const style = markup(`<style>
:root { ${light} }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
${text}</style>
`)
