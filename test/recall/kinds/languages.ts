import { ahrefs, bulb, type DefectKind, file, frog, lighthouse, ORIGIN, semrush } from '../defect-kind.ts'
import { soundPage } from '../injected-site.ts'

const alternates = (...pairs: (readonly [code: string, url: string])[]) =>
  pairs.map(([code, url]) => `<link rel="alternate" hreflang="${code}" href="${url}">`).join('')
const german = (at: string, parts: object) => ({
  [`${at}de`]: soundPage({ path: `${new URL(at).pathname}de`, lang: 'de', ...parts }),
})
const link = '<a href="de">Deutsch</a>'
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`
const article = {
  '@type': 'Article',
  headline: 'Lamps of the pilots',
  author: { '@type': 'Person', name: 'A. Pilot', url: `${ORIGIN}/visit` },
  image: `${ORIGIN}/share.png`,
  datePublished: '2026-01-02',
  dateModified: '2026-01-03',
}

/** Language versions and structured data. */
export const languageKinds: readonly DefectKind[] = [
  {
    name: 'hreflang code that does not exist',
    tools: [frog, bulb, ahrefs, semrush, lighthouse],
    finds: 'hreflang-invalid',
    injection: at => ({ head: alternates(['en', at], ['jp', `${at}de`]), also: german(at, {}) }),
  },
  {
    name: 'relative hreflang URL',
    tools: [bulb, lighthouse],
    finds: 'hreflang-invalid',
    isUnderAnotherName: true,
    injection: at => ({ head: alternates(['en', at], ['de', 'de']), extra: link, also: german(at, {}) }),
  },
  {
    name: 'hreflang set without the page itself',
    tools: [frog, bulb, ahrefs],
    finds: 'hreflang-self-missing',
    injection: at => ({ head: alternates(['de', `${at}de`]), extra: link, also: german(at, {}) }),
  },
  {
    name: 'hreflang without a return link',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'hreflang-return-missing',
    injection: at => ({ head: alternates(['en', at], ['de', `${at}de`]), extra: link, also: german(at, {}) }),
  },
  {
    name: 'hreflang to a missing page',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'hreflang-target-bad',
    injection: at => ({ head: alternates(['en', at], ['de', `${at}gone`]) }),
  },
  {
    name: 'hreflang to a redirect',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'hreflang-target-bad',
    isUnderAnotherName: true,
    injection: at => ({
      head: alternates(['en', at], ['de', `${at}moved`]),
      also: { [`${at}moved`]: { location: `${ORIGIN}/visit` } },
    }),
  },
  {
    name: 'hreflang to a noindex page',
    tools: [frog, bulb],
    finds: 'hreflang-target-bad',
    isUnderAnotherName: true,
    injection: at => {
      const head = alternates(['en', at], ['de', `${at}de`])
      return { head, extra: link, also: german(at, { head, robots: 'noindex' }) }
    },
  },
  {
    name: 'hreflang to a page with another canonical',
    tools: [frog, bulb, ahrefs],
    finds: 'hreflang-target-bad',
    isUnderAnotherName: true,
    injection: at => {
      const head = alternates(['en', at], ['de', `${at}de`])
      return { head, extra: link, also: german(at, { head, canonical: '/visit' }) }
    },
  },
  {
    name: 'one language with two URLs',
    tools: [frog, bulb, semrush],
    finds: 'hreflang-conflict',
    injection: at => ({ head: alternates(['en', at], ['de', `${at}de`], ['de', `${at}d`]), also: german(at, {}) }),
  },
  {
    name: 'hreflang and lang name different languages',
    tools: [ahrefs, semrush, bulb],
    finds: 'hreflang-lang-mismatch',
    injection: at => ({ head: alternates(['fr', at], ['de', `${at}de`]), extra: link, also: german(at, {}) }),
  },
  {
    name: 'hreflang outside the head',
    tools: [frog, bulb],
    finds: 'head-broken',
    isUnderAnotherName: true,
    injection: at => ({ headStart: `<div>Welcome</div>${alternates(['en', at], ['de', `${at}de`])}` }),
  },
  {
    name: 'language versions without x-default',
    tools: [frog, bulb, ahrefs],
    finds: 'hreflang-x-default-missing',
    injection: at => {
      const head = alternates(['en', at], ['de', `${at}de`], ['fr', `${at}fr`])
      return {
        head,
        extra: `${link}<a href="fr">Français</a>`,
        also: {
          ...german(at, { head }),
          [`${at}fr`]: soundPage({ path: `${new URL(at).pathname}fr`, lang: 'fr', head }),
        },
      }
    },
  },
  {
    name: 'hreflang by http of a page by https',
    tools: [ahrefs, bulb, frog],
    finds: 'hreflang-target-bad',
    isUnderAnotherName: true,
    injection: at => {
      const plain = `${at}de`.replace('https:', 'http:')
      const head = alternates(['en', at], ['de', plain])
      return { head, extra: link, also: { ...german(at, { head }), [plain]: { location: `${at}de` } } }
    },
  },
  {
    name: 'language version that is not translated',
    tools: [ahrefs],
    finds: 'language-version-untranslated',
    injection: at => {
      const head = alternates(['en', at], ['de', `${at}de`])
      const parts = { head, seed: 'lamps', h1: 'Lamps', extra: link }
      const edit = (text: string) => text.replace(/<h2>.*?<\/h2>/, '<h2>Of lamps</h2>')
      const twin = soundPage({ path: `${new URL(at).pathname}de`, lang: 'de', ...parts })
      return { ...parts, edit, also: { [`${at}de`]: { ...twin, text: edit(String(twin.text)) } } }
    },
  },
  {
    name: 'language versions that list different sets',
    tools: [bulb],
    finds: 'hreflang-cluster-incomplete',
    injection: at => {
      const en = ['en', at] as const
      const de = ['de', `${at}de`] as const
      const fr = ['fr', `${at}fr`] as const
      return {
        head: alternates(en, de, fr),
        extra: `${link}<a href="fr">Français</a>`,
        also: {
          ...german(at, { head: alternates(en, de) }),
          [`${at}fr`]: soundPage({ path: `${new URL(at).pathname}fr`, lang: 'fr', head: alternates(en, fr) }),
        },
      }
    },
  },
  {
    name: 'JSON-LD that cannot be parsed',
    tools: [frog, bulb, semrush, lighthouse],
    finds: 'structured-data-syntax',
    injection: () => ({ head: '<script type="application/ld+json">{"@type": "Article",}</script>' }),
  },
  {
    name: 'type that schema.org does not have',
    tools: [frog, bulb, ahrefs],
    finds: 'structured-data-unknown',
    injection: () => ({ head: jsonLd({ '@type': 'Prodcut', name: 'A lamp' }) }),
  },
  {
    name: 'property that schema.org does not have',
    tools: [frog, bulb, ahrefs],
    finds: 'structured-data-unknown',
    isUnderAnotherName: true,
    injection: () => ({ head: jsonLd({ ...article, headlin: 'Lamps' }) }),
  },
  {
    name: 'rich result without a required property',
    tools: [frog, bulb, ahrefs, semrush],
    finds: 'structured-data-required',
    injection: () => ({ head: jsonLd({ '@type': 'Product', name: 'A lamp' }) }),
  },
  {
    name: 'rich result without a recommended property',
    tools: [frog, bulb],
    finds: 'structured-data-recommended',
    injection: () => ({ head: jsonLd({ '@type': 'Article', headline: 'Lamps of the pilots' }) }),
  },
  {
    name: 'value that the property does not allow',
    tools: [frog, bulb],
    finds: 'structured-data-value-invalid',
    injection: () => ({ head: jsonLd({ ...article, datePublished: 'last Tuesday' }) }),
  },
  {
    name: 'breadcrumb list out of order',
    tools: [frog],
    finds: 'structured-data-breadcrumb-invalid',
    injection: at => ({
      head: jsonLd({
        '@type': 'BreadcrumbList',
        itemListElement: [0, 1].map(position => ({
          '@type': 'ListItem',
          position,
          name: `Step ${position}`,
          item: at,
        })),
      }),
    }),
  },
  {
    name: 'image in JSON-LD that does not exist',
    tools: [semrush],
    finds: 'structured-data-image-broken',
    injection: at => ({ head: jsonLd({ ...article, image: `${at}gone.jpg` }) }),
  },
  {
    name: 'article modified before it was published',
    tools: [bulb],
    finds: 'structured-data-dates-contradict',
    injection: () => ({ head: jsonLd({ ...article, dateModified: '2025-01-01' }) }),
  },
  {
    name: 'rel=next that leads to a missing page',
    tools: [frog, ahrefs],
    finds: 'internal-link-broken',
    isUnderAnotherName: true,
    injection: at => ({ head: `<link rel="next" href="${at}?page=2">` }),
  },
  {
    name: 'rel=next and rel=prev that do not agree',
    tools: [frog, bulb],
    finds: 'pagination-inconsistent',
    injection: at => ({
      head: `<link rel="next" href="${at}?page=2">`,
      extra: '<a href="?page=2">The second page</a>',
      also: {
        [`${at}?page=2`]: soundPage({
          path: `${new URL(at).pathname}?page=2`,
          head: `<link rel="prev" href="${ORIGIN}/visit">`,
        }),
      },
    }),
  },
  {
    name: 'rel=next of a page that is not linked',
    tools: [frog],
    finds: 'pagination-inconsistent',
    isUnderAnotherName: true,
    injection: at => ({
      head: `<link rel="next" href="${at}?page=2">`,
      also: {
        [`${at}?page=2`]: soundPage({ path: `${new URL(at).pathname}?page=2`, head: `<link rel="prev" href="${at}">` }),
      },
    }),
  },
  {
    name: 'second page of a list with the canonical of the first',
    tools: [frog, bulb],
    finds: 'canonical-paginated-to-first',
    injection: at => {
      const [path, parts] = [
        new URL(at).pathname,
        { canonical: new URL(at).pathname, title: 'Lamps, another page of them' },
      ]
      const pages = [2, 3].map(number => [
        `${at}?page=${number}`,
        soundPage({ path: `${path}?page=${number}`, ...parts }),
      ])
      return {
        extra: '<a href="?page=2">The second page</a> <a href="?page=3">The third page</a>',
        also: Object.fromEntries(pages),
      }
    },
  },
  {
    name: 'link to a document that may not be indexed (X-Robots-Tag)',
    tools: [frog, bulb],
    finds: 'file-noindex',
    injection: at => ({
      extra: '<a href="plan.pdf">The plan of the rooms</a>',
      also: { [`${at}plan.pdf`]: file('application/pdf', '%PDF-1.7', { headers: [['x-robots-tag', 'noindex']] }) },
    }),
  },
]
