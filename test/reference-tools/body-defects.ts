import type { Defect } from './defect.ts'
import { atEnd, type PageUnderTest, withLang, without } from './page-under-test.ts'

const jsonLd = (value: string) => `<script type="application/ld+json">${value}</script>`
const https = (page: PageUnderTest): PageUnderTest => ({ ...page, url: page.url.replace(/^http:/, 'https:') })

/** What stands in the body. */
export const bodyDefects: readonly Defect[] = [
  {
    what: 'no main heading',
    finds: 'h1-missing',
    mayFind: ['heading-level-skipped'],
    spoil: page => without(page, /<h1[\s>][\s\S]*?<\/h1>/gi),
  },
  { what: 'two more main headings', finds: 'h1-multiple', spoil: page => atEnd(page, '<h1>One</h1><h1>Two</h1>') },
  {
    what: 'a skipped level',
    finds: 'heading-level-skipped',
    spoil: page => atEnd(page, '<h2>Berths</h2><h5>Cranes</h5>'),
  },
  {
    what: 'an image without alt',
    finds: 'image-alt-missing',
    spoil: page => atEnd(page, '<p>The quay <img src="/quay.png" width="300" height="200"></p>'),
  },
  {
    what: 'an image without alt, alone in a link',
    finds: 'image-alt-missing',
    spoil: page => atEnd(page, '<a href="/quay"><img src="/quay.png" width="30" height="20"></a>'),
  },
  {
    what: 'an image with an empty alt, alone in a link',
    finds: 'image-alt-empty-in-link',
    spoil: page => atEnd(page, '<a href="/quay"><img src="/quay.png" alt="" width="30" height="20"></a>'),
  },
  {
    what: 'a large image with an empty alt',
    finds: 'image-alt-empty',
    spoil: page => atEnd(page, '<p>The quay <img src="/quay.png" alt="" width="600" height="400"></p>'),
  },
  {
    what: 'the name of a camera as alt',
    finds: 'image-alt-filename',
    spoil: page => atEnd(page, '<p>The quay <img src="/quay.png" alt="IMG_0042.jpg" width="300" height="200"></p>'),
  },
  {
    what: 'an image without its size',
    finds: 'image-dimensions-missing',
    spoil: page => atEnd(page, '<p><img src="/quay.png" alt="The quay at low tide"></p>'),
  },
  {
    what: 'links to other sites alone',
    finds: 'page-dead-end',
    mayFind: ['link-text-missing'],
    spoil: page => ({
      ...page,
      html: page.html
        .replaceAll(/(<(?:a|area)\s[^>]*?href=)(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, `$1"https://elsewhere.example/"`)
        .replaceAll(/<base\s[^>]*>/gi, ''),
    }),
  },
  {
    what: 'a link without text',
    finds: 'link-text-missing',
    spoil: page => atEnd(page, '<a href="/quay"><i class="icon"></i></a>'),
  },
  {
    what: 'a link that says here',
    finds: 'link-text-generic',
    mayFind: ['hreflang-lang-mismatch'],
    spoil: page => {
      const linked = atEnd(page, '<p>Read it <a href="/tides-of-the-year">here</a>.</p>')
      return linked && withLang(linked, ' lang="en"')
    },
  },
  {
    what: 'a link by script',
    finds: 'link-uncrawlable',
    spoil: page => atEnd(page, '<a href="javascript:go(1)">Berths</a>'),
  },
  {
    what: 'a link without URL that a script follows',
    finds: 'link-uncrawlable',
    spoil: page => atEnd(page, '<a onclick="go(1)">Berths</a>'),
  },
  {
    what: 'a scheme twice',
    finds: 'link-malformed',
    spoil: page => atEnd(page, '<a href="https://https://harbour.example/">Berths</a>'),
  },
  {
    what: 'a link to a developer’s machine',
    finds: 'link-to-private-host',
    spoil: page => atEnd(page, '<a href="http://localhost:3000/berths">Berths</a>'),
  },
  {
    what: 'next to no text',
    finds: 'content-thin',
    mayFind: ['h1-missing', 'page-dead-end'],
    spoil: page => ({
      ...page,
      html: page.html.replace(
        /<body[\s\S]*/i,
        '<body><h1>Berths</h1><p>Soon. <a href="/quay">The quay</a></p></body></html>',
      ),
    }),
  },
  {
    what: 'filler text',
    finds: 'content-placeholder',
    spoil: page => atEnd(page, '<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p>'),
  },
  {
    what: 'a token of a template',
    finds: 'content-placeholder',
    spoil: page => atEnd(page, '<p>Welcome to {% harbour %} of ours</p>'),
  },
  {
    what: 'a heading that could not be computed',
    finds: 'content-placeholder',
    mayFind: ['heading-level-skipped'],
    spoil: page => atEnd(page, '<h2>[object Object]</h2>'),
  },
  {
    what: 'the message of a failing script',
    finds: 'content-error-output',
    spoil: page => atEnd(page, '<p>Fatal error: Uncaught Error in /srv/www/index.php on line 12</p>'),
  },
  {
    what: 'letters read in the wrong encoding',
    finds: 'encoding-corrupt',
    spoil: page => atEnd(page, '<p>The harbourâ€™s depth and the cafÃ© on the quay</p>'),
  },
  {
    what: 'characters that were lost',
    finds: 'encoding-corrupt',
    spoil: page => atEnd(page, '<p>The caf\ufffd on the quay</p>'),
  },
  {
    what: 'entities encoded twice',
    finds: 'encoding-corrupt',
    spoil: page => atEnd(page, '<p>Anchors &amp;amp; chains, the crew&amp;rsquo;s own</p>'),
  },
  {
    what: 'structured data that cannot be read',
    finds: 'structured-data-syntax',
    spoil: page => atEnd(page, jsonLd('{"@context": "https://schema.org", "@type": "Article",}')),
  },
  {
    what: 'a product without offer or rating',
    finds: 'structured-data-required',
    spoil: page => atEnd(page, jsonLd('{"@context": "https://schema.org", "@type": "Product", "name": "Anchor"}')),
  },
  {
    what: 'a date that is none',
    finds: 'structured-data-value-invalid',
    spoil: page =>
      atEnd(page, jsonLd('{"@context": "https://schema.org", "@type": "WebPage", "datePublished": "last Tuesday"}')),
  },
  {
    what: 'an article with too few properties',
    finds: 'structured-data-recommended',
    spoil: page =>
      atEnd(page, jsonLd('{"@context": "https://schema.org", "@type": "Article", "datePublished": "2026-03-31"}')),
  },
  {
    what: 'a script over http',
    finds: 'mixed-content',
    spoil: page => {
      const secure = https(page)
      return atEnd(secure, '<script src="http://cdn.example/a.js"></script>')
    },
  },
  {
    what: 'an image over http',
    finds: 'mixed-content',
    spoil: page => atEnd(https(page), '<img src="http://cdn.example/a.png" alt="The quay" width="30" height="20">'),
  },
  {
    what: 'a form that is sent over http',
    finds: 'form-insecure',
    spoil: page => atEnd(https(page), '<form action="http://harbour.example/send"><button>Send</button></form>'),
  },
  {
    what: 'a field without label',
    finds: 'form-field-unlabelled',
    spoil: page => atEnd(page, '<form action="/send"><input name="berth"><button>Send</button></form>'),
  },
  {
    what: 'a choice without label',
    finds: 'form-field-unlabelled',
    spoil: page => atEnd(page, '<select name="berth"><option>North</option></select>'),
  },
  {
    what: 'a button without name',
    finds: 'button-name-missing',
    spoil: page => atEnd(page, '<button type="button"><svg></svg></button>'),
  },
  {
    what: 'a campaign in an own link',
    finds: 'url-tracking-internal',
    spoil: page => atEnd(page, '<a href="/quay?utm_source=mail&amp;utm_medium=x">The quay</a>'),
  },
  {
    what: 'more than Google reads',
    finds: 'html-too-large',
    spoil: page => atEnd(page, `<!--${'x'.repeat(2_200_000)}-->`),
  },
]
