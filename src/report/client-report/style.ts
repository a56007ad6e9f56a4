import type { ReportPaper } from '#shared/api/client-report.ts'
import { type Html, markup } from './html.ts'

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
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; padding: 2rem 1rem; background: var(--canvas); color: var(--ink); overflow-wrap: break-word;
  font: 13px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, "Open Sans", sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1, h2, h3 { text-wrap: balance; }
h2 { font-size: 28px; font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; }
h3 { font-size: 14px; font-weight: 600; }
a { color: inherit; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: 12px ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; color: var(--ink); overflow-wrap: anywhere; }
bdi { unicode-bidi: isolate; }
.symbols { position: absolute; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted, .caption, .note { color: var(--ink-muted); }
.error-text { color: var(--error); } .warning-text { color: var(--warning); } .success-text { color: var(--success); }
.mark { margin: 0 1px; padding: 0 2px; border: 1px solid var(--line-strong); border-radius: 3px; background: var(--sunken); color: var(--ink-muted); font: 400 0.75em ui-monospace, Menlo, Consolas, monospace; white-space: nowrap; }
.sheet { display: flex; flex-direction: column; width: var(--paper-width); min-height: var(--paper-height); margin: 0 auto 2rem; background: var(--surface); border: 1px solid var(--line); box-shadow: 0 12px 40px -12px oklch(0.2 0.03 232 / 0.28); }
.running { display: flex; justify-content: space-between; gap: 1rem; padding: 28px 64px 0; font-size: 11px; color: var(--ink-muted); font-variant-numeric: tabular-nums; }
.running.foot { margin-top: auto; padding: 12px 64px 28px; }
.content { padding: 22px 64px 0; }
.lead { margin-top: 8px; font-size: 15px; line-height: 1.6; }
.note, .caption { margin-top: 6px; font-size: 12px; }
.part { margin-top: 20px; }
.part > h3 { margin-bottom: 6px; }
.two { display: grid; grid-template-columns: 60% 1fr; gap: 0 32px; }
.halves { display: grid; grid-template-columns: 1fr 1fr; gap: 0 36px; }
.made-by { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: 48px 64px 0; font-size: 13px; }
.logo { display: flex; align-items: center; gap: 12px; font-size: 15px; }
.logo b { font-weight: 600; }
.logo img { max-width: 180px; max-height: 56px; }
.brand-mark { width: 40px; height: 40px; }
.brand-ground { fill: var(--accent); }
.brand-line { fill: none; stroke: var(--on-accent); stroke-width: 2.25; stroke-linecap: round; }
.brand-lead { fill: var(--on-accent); }
.title { padding: 80px 64px 0; }
.kicker { font-size: 15px; font-weight: 500; color: var(--accent); }
h1 { margin-top: 6px; font-size: 44px; font-weight: 600; line-height: 1.15; letter-spacing: -0.03em; overflow-wrap: anywhere; }
.for { margin-top: 10px; font-size: 15px; color: var(--ink-muted); }
.result { display: flex; align-items: center; gap: 36px; margin: 48px 64px 0; padding: 28px 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.ring { width: 148px; flex: none; }
.ring circle { fill: none; stroke-width: 8; }
.ring .track { stroke: var(--line); }
.ring .value { stroke-linecap: round; }
.ring.good .value { stroke: var(--green); } .ring.needs-improvement .value { stroke: var(--amber); }
.ring.poor .value { stroke: var(--red); } .ring.weak .value { stroke: var(--line-strong); }
.ring text { font-size: 32px; font-weight: 600; letter-spacing: -0.03em; text-anchor: middle; fill: var(--ink); }
.band { display: flex; align-items: center; gap: 8px; font-size: 18px; font-weight: 600; }
.band .icon { width: 18px; height: 18px; flex: none; }
.band span { font-size: 14px; font-weight: 400; color: var(--ink-muted); }
.say { margin-top: 8px; font-size: 15px; line-height: 1.6; }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); margin: 0 64px; border-bottom: 1px solid var(--line); }
.figures div { padding: 18px 0 18px 20px; }
.figures div:first-child { padding-left: 0; }
.figures div + div { border-left: 1px solid var(--line); }
.figures dt { font-size: 12px; color: var(--ink-muted); }
.figures dd { font-size: 26px; font-weight: 600; line-height: 1.3; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.contents { padding: 32px 64px 0; }
.contents a { display: flex; align-items: baseline; gap: 8px; padding: 5px 0; font-size: 14px; }
.contents a:hover span { color: var(--accent); }
.contents i { flex: 1; border-bottom: 1px dotted var(--line-strong); }
.contents b { width: 20px; font-weight: 400; text-align: right; font-variant-numeric: tabular-nums; }
.trend { display: block; width: 100%; }
.trend text { font-size: 10px; fill: var(--ink-muted); font-variant-numeric: tabular-nums; }
.trend .score { font-size: 12px; font-weight: 600; fill: var(--ink); }
.trend .grid { stroke: var(--line); }
.trend polyline { fill: none; stroke: var(--accent); stroke-width: 2; }
.trend .dot { fill: var(--surface); stroke: var(--accent); stroke-width: 1.5; }
.trend .last { fill: var(--accent); }
.values > div { display: flex; justify-content: space-between; gap: 1rem; padding: 4px 0; }
.values > div + div { border-top: 1px solid var(--line); }
.values dt { flex: none; max-width: 75%; }
.values dd { min-width: 0; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.one .values { columns: 2; column-gap: 36px; }
.one .values > div { break-inside: avoid; border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; }
th { padding: 0 8px 5px 0; border-bottom: 1px solid var(--line-strong); font-size: 11px; font-weight: 500; text-align: left; color: var(--ink-muted); white-space: nowrap; }
td { padding: 4px 8px 4px 0; vertical-align: top; }
tbody tr + tr td { border-top: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
b { font-weight: 600; }
.first-fixes td { padding-top: 7px; padding-bottom: 7px; }
.first-fixes td b { font-size: 14px; }
.first-fixes .number, .first-fixes :is(th, td):nth-child(3) { padding-left: 10px; }
.first-fixes th:first-child { width: 20px; }
.advice { margin-top: 2px; line-height: 1.45; color: var(--ink-muted); }
.score-after { display: flex; justify-content: space-between; padding: 8px 0 0 20px; border-top: 1px solid var(--line-strong); font-weight: 600; font-variant-numeric: tabular-nums; }
.differences { margin-top: 16px; padding: 0 14px 8px; border: 1px solid var(--warning-line); border-radius: 8px; background: var(--warning-soft); }
.differences .part { margin-top: 10px; }
.differences .data { margin-top: 8px; }
.all-fixes { margin-top: 14px; font-size: 12px; }
.all-fixes td { padding-top: 3px; padding-bottom: 3px; }
.segments { margin-top: 16px; }
.segments .number, .segments :is(th, td):last-child { padding-left: 8px; }
.line { white-space: nowrap; }
.dense .values { font-size: 12px; }
.dense td { padding-top: 2px; padding-bottom: 2px; font-size: 12px; }
.badge { vertical-align: middle; display: inline-flex; align-items: center; gap: 3px; padding: 0 6px; border: 1px solid; border-radius: 99px; font-size: 11px; font-weight: 500; line-height: 16px; white-space: nowrap; }
.icon { width: 11px; height: 11px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.badge.error { color: var(--error); background: var(--error-soft); border-color: var(--error-line); }
.badge.warning { color: var(--warning); background: var(--warning-soft); border-color: var(--warning-line); }
.badge.info { color: var(--info); background: var(--info-soft); border-color: var(--info-line); }
.changes { display: grid; grid-template-columns: repeat(3, 1fr); gap: 16px; }
.changes p { display: flex; align-items: center; gap: 10px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; line-height: 1.35; color: var(--ink-muted); }
.changes b { font-size: 20px; color: var(--ink); font-variant-numeric: tabular-nums; }
.changes b.success-text { color: var(--success); } .changes b.warning-text { color: var(--warning); }
.bar { display: block; width: 60px; height: 6px; margin-top: 7px; }
.bar .track { fill: var(--line); } .bar .value { fill: var(--accent); }
.reasons li { position: relative; padding-left: 14px; }
.reasons li + li { margin-top: 4px; }
.reasons li::before { content: "–"; position: absolute; left: 0; color: var(--ink-muted); }
.fix { margin-top: 14px; padding-top: 12px; border-top: 1px solid var(--line); }
.fix header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; }
.fix .reach { margin-left: auto; white-space: nowrap; }
.reach b { display: inline-block; min-width: 40px; margin-left: 4px; font-size: 13px; text-align: right; color: var(--ink); }
.fix .badge { align-self: center; }
.place, .reach { font-size: 12px; color: var(--ink-muted); font-variant-numeric: tabular-nums; }
.fix dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0 28px; margin-top: 6px; }
.fix dt { font-size: 11px; color: var(--ink-muted); }
.fix dd { font-size: 12.5px; line-height: 1.45; }
.worst { margin-top: 6px; font-size: 12px; color: var(--ink-muted); }
.further { margin-top: 18px; padding-top: 12px; border-top: 1px solid var(--line); }
.further li { padding: 3px 0; }
@media screen and (max-width: 860px) {
  body { padding: 0; }
  .sheet { width: auto; min-height: 0; margin: 0; border: 0; border-bottom: 1px solid var(--line); box-shadow: none; }
  .running, .made-by, .title, .contents, .content { padding-left: 20px; padding-right: 20px; }
  .running.foot { padding: 24px 20px; flex-wrap: wrap; overflow-wrap: anywhere; }
  .result, .figures { margin-left: 20px; margin-right: 20px; }
  .title { padding-top: 40px; }
  h1 { font-size: 32px; }
}
@media screen and (max-width: 640px) {
  .two, .halves, .fix dl, .changes { grid-template-columns: minmax(0, 1fr); }
  .result { flex-direction: column; align-items: flex-start; gap: 16px; }
  .figures { grid-template-columns: 1fr 1fr; }
  .figures div:nth-child(odd) { padding-left: 0; border-left: 0; }
  .one .values { columns: auto; }
  .fix dl { gap: 8px; }
  .fix .reach { margin-left: 0; }
  .first-fixes .data, .all-fixes .data, .differences .data, .issue-changes .data, .segments .data {
    &, tbody, tr, td { display: block; }
    thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
    tr td { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 12px; padding: 1px 0; border: 0; text-align: left; white-space: normal; }
    td::before { content: attr(data-label); color: var(--ink-muted); }
  }
  .differences .data tr td, .issue-changes .data tr td, .segments .data tr td { grid-template-columns: 8.5rem minmax(0, 1fr); }
}
@media print {
  @page { margin: 0; }
  body { padding: 0; background: none; }
  /* A rounding error would add an empty page. */
  .sheet { height: calc(var(--paper-height) - 1px); min-height: 0; margin: 0; border: 0; box-shadow: none; overflow: hidden; break-inside: avoid; }
  .sheet + .sheet { break-before: page; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`

const paperSizes: Record<ReportPaper, { width: string; height: string }> = {
  A4: { width: '210mm', height: '297mm' },
  Letter: { width: '215.9mm', height: '279.4mm' },
}

export function styleOf(paper: ReportPaper): Html {
  const { width, height } = paperSizes[paper]
  return markup(`<style>
:root { ${light} --paper-width: ${width}; --paper-height: ${height}; }
@media screen and (prefers-color-scheme: dark) { :root { ${dark} } }
@page { size: ${paper}; }
${text}</style>
`)
}
