import type { Defect } from './defect.ts'
import {
  behind,
  CANONICAL,
  DESCRIPTION,
  HREFLANG,
  type PageUnderTest,
  ROBOTS,
  VIEWPORT,
  withDescription,
  withLang,
  without,
  withoutTitle,
  withTitle,
} from './page-under-test.ts'

const OTHER = 'https://harbour.example/other'
const long = (words: number) => 'depth of water '.repeat(words)
const moved = (page: PageUnderTest, path: string): PageUnderTest => ({ ...page, url: new URL(path, page.url).href })
/** Without what a page says of other languages and of its canonical, so that what is put in stands alone. */
function bare(page: PageUnderTest): PageUnderTest {
  const withoutCanonical = without(page, CANONICAL) ?? page
  return without(withoutCanonical, HREFLANG) ?? withoutCanonical
}

const links = (page: PageUnderTest, ...pairs: [code: string, url: string][]) =>
  behind(
    bare(page),
    'head',
    pairs.map(([code, url]) => `<link rel="alternate" hreflang="${code}" href="${url}">`).join(''),
  )

/** What stands in the head, the tag of the document or the URL. */
export const headDefects: readonly Defect[] = [
  { what: 'no title', finds: 'title-missing', spoil: page => withoutTitle(page) },
  { what: 'an empty title', finds: 'title-missing', spoil: page => withTitle(page, ' ') },
  {
    what: 'two titles',
    finds: 'title-multiple',
    spoil: page => behind(page, 'head', '<title>Another title of it</title>'),
  },
  { what: 'a title of one word', finds: 'title-too-short', spoil: page => withTitle(page, 'Harbour') },
  { what: 'a title of three lines', finds: 'title-too-long', spoil: page => withTitle(page, long(8)) },
  { what: 'the title of an editor', finds: 'title-placeholder', spoil: page => withTitle(page, 'Untitled document') },
  {
    what: 'a title of a plugin',
    finds: 'content-placeholder',
    spoil: page => withTitle(page, '%%title%% – the harbour'),
  },
  {
    what: 'no description',
    finds: 'meta-description-missing',
    spoil: page => without(page, DESCRIPTION),
  },
  {
    what: 'two descriptions',
    finds: 'meta-description-multiple',
    mayFind: ['meta-description-too-long', 'meta-description-too-short'],
    spoil: page => {
      const one = withDescription(page, 'Where ships lie at anchor, and how deep the water is at each of the berths.')
      return (
        one &&
        behind(one, 'head', '<meta name="description" content="Another one of the same length as the first is.">')
      )
    },
  },
  {
    what: 'a short description',
    finds: 'meta-description-too-short',
    spoil: page => withDescription(page, 'A harbour.'),
  },
  { what: 'a long description', finds: 'meta-description-too-long', spoil: page => withDescription(page, long(12)) },
  {
    what: 'text in the head',
    finds: 'head-broken',
    mayFind: ['title-multiple', 'meta-description-missing', 'html-lang-missing'],
    spoil: page => behind(page, 'head', '<div>Welcome</div>'),
  },
  {
    what: 'no declared encoding',
    finds: 'charset-missing',
    mayFind: ['encoding-corrupt'],
    spoil: page => {
      const headers = page.headers.filter(([name]) => name !== 'content-type')
      const html = page.html.replaceAll(/<meta[^>]*charset[^>]*>/gi, '')
      return { ...page, html, headers: [...headers, ['content-type', 'text/html']] }
    },
  },
  {
    what: 'noindex and a canonical',
    finds: 'noindex-with-canonical',
    spoil: page =>
      behind(
        without(bare(page), ROBOTS) ?? bare(page),
        'head',
        `<meta name="robots" content="noindex"><link rel="canonical" href="${OTHER}">`,
      ),
  },
  {
    what: 'index and noindex',
    finds: 'robots-directive-conflict',
    mayFind: ['noindex-with-canonical'],
    spoil: page => behind(page, 'head', '<meta name="robots" content="index"><meta name="robots" content="noindex">'),
  },
  {
    what: 'a misspelt directive',
    finds: 'robots-directive-unknown',
    spoil: page => behind(page, 'head', '<meta name="robots" content="no-index">'),
  },
  {
    what: 'nofollow for the whole page',
    finds: 'page-nofollow',
    mayFind: ['robots-directive-conflict'],
    spoil: page => behind(page, 'head', '<meta name="robots" content="nofollow">'),
  },
  {
    what: 'two canonicals',
    finds: 'canonical-conflict',
    spoil: page =>
      behind(bare(page), 'head', `<link rel="canonical" href="${page.url}"><link rel="canonical" href="${OTHER}">`),
  },
  {
    what: 'a relative canonical',
    finds: 'canonical-invalid',
    spoil: page => behind(bare(page), 'head', `<link rel="canonical" href="${new URL(page.url).pathname}">`),
  },
  {
    what: 'an empty canonical',
    finds: 'canonical-invalid',
    spoil: page => behind(bare(page), 'head', '<link rel="canonical" href="">'),
  },
  {
    what: 'a canonical with a fragment',
    finds: 'canonical-invalid',
    spoil: page => behind(bare(page), 'head', `<link rel="canonical" href="${page.url}#top">`),
  },
  {
    what: 'a country that does not exist in a language link',
    finds: 'hreflang-invalid',
    mayFind: ['hreflang-lang-mismatch'],
    spoil: page => links(page, ['en-UK', page.url]),
  },
  {
    what: 'a relative language link',
    finds: 'hreflang-invalid',
    mayFind: ['hreflang-self-missing'],
    spoil: page => links(page, ['en', '/en/'], ['x-default', page.url]),
  },
  {
    what: 'language links without the page itself',
    finds: 'hreflang-self-missing',
    spoil: page => links(page, ['de', OTHER]),
  },
  {
    what: 'two URLs for one language',
    finds: 'hreflang-conflict',
    mayFind: ['hreflang-lang-mismatch'],
    spoil: page => links(page, ['en', page.url], ['fr', OTHER], ['fr', `${OTHER}/2`]),
  },
  {
    what: 'a language link that disagrees with the html tag',
    finds: 'hreflang-lang-mismatch',
    spoil: page => {
      const linked = links(page, ['de', page.url])
      return linked && withLang(linked, ' lang="en"')
    },
  },
  { what: 'no viewport', finds: 'viewport-missing', spoil: page => without(page, VIEWPORT) },
  {
    what: 'a viewport of fixed width',
    finds: 'viewport-missing',
    spoil: page => behind(without(page, VIEWPORT) ?? page, 'head', '<meta name="viewport" content="width=1024">'),
  },
  {
    what: 'a viewport that cannot be enlarged',
    finds: 'zoom-disabled',
    spoil: page =>
      behind(
        without(page, VIEWPORT) ?? page,
        'head',
        '<meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no">',
      ),
  },
  { what: 'no language', finds: 'html-lang-missing', spoil: page => withLang(page, '') },
  {
    what: 'a language with an underscore',
    finds: 'html-lang-missing',
    mayFind: ['hreflang-lang-mismatch'],
    spoil: page => withLang(page, ' lang="en_US"'),
  },
  { what: 'a blank in the URL', finds: 'url-bad-characters', spoil: page => moved(page, '/north%20quay') },
  {
    what: 'the id of a visitor in the URL',
    finds: 'url-visitor-id',
    spoil: page => moved(page, '/quay;jsessionid=1A2B3C4D5E6F7A8B9C0D1E2F3A4B5C6D'),
  },
  {
    what: 'one tag of Open Graph alone',
    finds: 'og-incomplete',
    spoil: page => {
      const none = without(page, /<meta\s[^>]*(?:property|name)=["']?og:[^>]*>/gi) ?? page
      return behind(none, 'head', '<meta property="og:title" content="The harbour">')
    },
  },
]
