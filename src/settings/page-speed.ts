import { choice, secret, webUrl, whole } from './setting.ts'

/** Who measures page speed. */
export const pageSpeedSettings = {
  pagespeed: choice({
    name: 'pagespeed',
    fallback: 'auto',
    choices: ['auto', 'google', 'lighthouse', 'off'],
    sentence:
      'Who measures page speed: Google PageSpeed Insights, Lighthouse on this machine, or (auto) Google where a key is set and the page is public, else Lighthouse.',
  }),
  pagespeedKey: secret({
    name: 'pagespeed-key',
    form: 'API key of Google Cloud',
    sentence: 'API key for Google PageSpeed Insights; without it pages are measured by Lighthouse on this machine.',
  }),
  pagespeedUrl: webUrl({
    name: 'pagespeed-url',
    sentence: 'Origin of the PageSpeed Insights API, when not https://www.googleapis.com.',
  }),
  pagespeedQueue: whole({
    name: 'pagespeed-queue',
    fallback: 20,
    min: 1,
    max: 10_000,
    unit: 'pages',
    sentence: 'Pages that may wait to be measured; one is measured at a time.',
  }),
}
