import { createHash } from 'node:crypto'

/** The product's colours, in the theme that the system of the reader prefers; text keeps at least 4.5:1 on its ground (WCAG 2.2, 1.4.3). */
export const docsStyle = `
:root { color-scheme: light dark;
--canvas: light-dark(oklch(0.979 0.004 220), oklch(0.188 0.016 232)); --surface: light-dark(oklch(1 0 0), oklch(0.224 0.018 231));
--sunken: light-dark(oklch(0.962 0.006 220), oklch(0.205 0.017 232)); --line: light-dark(oklch(0.905 0.009 222), oklch(0.318 0.02 230));
--ink: light-dark(oklch(0.235 0.025 232), oklch(0.948 0.008 220)); --muted: light-dark(oklch(0.445 0.024 230), oklch(0.775 0.015 222));
--accent: light-dark(oklch(0.455 0.085 213), oklch(0.795 0.105 203)); --on-accent: light-dark(oklch(1 0 0), oklch(0.2 0.03 225));
--get: light-dark(oklch(0.455 0.115 152), oklch(0.81 0.13 155)); --get-soft: light-dark(oklch(0.958 0.035 155), oklch(0.295 0.048 158));
--post: light-dark(oklch(0.475 0.145 256), oklch(0.79 0.102 250)); --post-soft: light-dark(oklch(0.955 0.02 250), oklch(0.3 0.058 254)); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--canvas); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
  overflow-wrap: break-word; -webkit-text-size-adjust: 100%; }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
h1 { margin-top: 1rem; font-size: clamp(1.5rem, 5vw, 2rem); } h2 { font-size: 1.5rem; } h3 { font-size: 1.125rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.875rem; font-weight: 600; letter-spacing: 0; color: var(--muted); }
p, ul, ol, dl, dd, pre { margin: 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.8125rem; }
p code, dd code { padding: 0 0.25rem; background: var(--sunken); border-radius: 0.25rem; overflow-wrap: anywhere; }
pre { padding: 0.75rem 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 0.5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.skip { position: absolute; left: -999rem; } .skip:focus { position: static; }
.brand { display: flex; align-items: center; gap: 0.75rem; } .brand svg { width: 2.25rem; height: 2.25rem; flex: none; }
.ground { fill: var(--accent); } .lead { fill: var(--on-accent); }
.ring { fill: none; stroke: var(--on-accent); stroke-width: 2.25; stroke-linecap: round; }
.version { color: var(--muted); font-weight: 400; }
.intro { max-width: 46rem; margin-top: 1rem; }
.frame { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 2.5rem; margin-top: 2rem; align-items: start; }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 0.25rem 0.5rem 1rem 0.25rem; font-size: 0.875rem; }
nav > ul { padding: 0; list-style: none; } nav > ul > li + li { margin-top: 0.875rem; } nav > ul > li > a { font-weight: 600; }
nav ul ul { padding: 0; list-style: none; } nav ul ul li { margin-top: 0.25rem; line-height: 1.35; } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
nav ul ul a { color: var(--muted); }
section { margin-top: 3rem; } section:first-child { margin-top: 0; }
section > p, .steps { margin-top: 0.5rem; max-width: 46rem; }
.steps { display: grid; gap: 1rem; padding-left: 1.25rem; } .steps pre { margin-top: 0.375rem; }
.card { margin-top: 1.25rem; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.endpoint { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem 0.625rem; margin-top: 0.5rem; }
.endpoint code { padding: 0; background: none; font-size: 0.9375rem; overflow-wrap: anywhere; }
.method { padding: 0 0.5rem; border-radius: 1rem; font-size: 0.75rem; font-weight: 600; line-height: 1.375rem; }
.method.get { color: var(--get); background: var(--get-soft); } .method.post { color: var(--post); background: var(--post-soft); }
.about { margin-top: 0.75rem; }
.ways { margin-top: 0.5rem; color: var(--muted); font-size: 0.875rem; }
.fields > div { padding: 0.5rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; font-size: 0.9375rem; }
.fields > div:first-child { border-top: 0; }
.fields dt { font-weight: 600; overflow-wrap: anywhere; } .fields dt code { padding: 0; background: none; font-size: 0.875rem; }
.value { display: block; color: var(--muted); font-size: 0.875rem; }
.fields .fields { margin-top: 0.25rem; padding-left: 0.875rem; border-left: 2px solid var(--line); }
.fields .fields > div { grid-template-columns: 10rem minmax(0, 1fr); }
.or { margin: 0.75rem 0; color: var(--muted); font-size: 0.875rem; }
.header { display: block; font-size: 0.875rem; }
details { margin-top: 0.75rem; } summary { cursor: pointer; font-size: 0.875rem; font-weight: 600; color: var(--muted); }
.schemas { padding-top: 0.5rem; padding-bottom: 0.5rem; }
.schemas details { margin: 0; padding: 0.5rem 0; border-top: 1px solid var(--line); } .schemas details:first-child { border-top: 0; }
.schemas summary { color: inherit; } summary h3 { display: inline; font-size: 0.9375rem; }
.schema { padding: 0.5rem 0 0.5rem 1rem; scroll-margin-top: 3rem; }
footer { margin-top: 3rem; color: var(--muted); font-size: 0.875rem; }
@media (max-width: 56rem) {
  body { padding: 1.25rem 0.75rem 3rem; }
  .frame { grid-template-columns: minmax(0, 1fr); gap: 2rem; }
  nav { position: static; max-height: none; } nav ul ul { display: none; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; } nav > ul > li + li { margin: 0; }
  .card { padding: 1rem; }
}
@media (max-width: 40rem) { .fields > div, .fields .fields > div { grid-template-columns: minmax(0, 1fr); } }
@media print { .frame { display: block; } nav { display: none; } .card { break-inside: avoid-page; } }
`

/** Nothing is loaded but what stands in the page, and nothing runs. */
export const docsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
