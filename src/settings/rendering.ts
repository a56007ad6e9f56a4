import { flag, whole } from './setting.ts'

/** Running the scripts of pages. */
export const renderingSettings = {
  allowRendering: flag({
    name: 'allow-rendering',
    fallback: true,
    sentence: 'Whether a crawl may run the scripts of its pages, in a Chromium of this machine.',
  }),
  renderTabs: whole({
    name: 'render-tabs',
    fallback: 2,
    min: 1,
    max: 32,
    unit: 'pages',
    sentence: 'Pages whose scripts run at once, of all crawls; each takes about 100 megabytes.',
  }),
  renderTimeoutMs: whole({
    name: 'render-timeout-ms',
    fallback: 15_000,
    min: 500,
    max: 300_000,
    unit: 'milliseconds',
    sentence: 'How long the scripts of a page may run before it is read as it stands.',
  }),
}
