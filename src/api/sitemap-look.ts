/**
 * How an XML sitemap looks in a browser. One that names languages holds elements of XHTML, and browsers then show its bare text in one
 * lump instead of their own tree. The look is part of the file, so that nothing is loaded.
 */
const look = `:root { color-scheme: light dark; display: block; max-width: 62rem; margin: 0 auto; padding: 2rem 1.5rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; counter-reset: entry; }
url, sitemap { display: block; padding: 0.5rem 0 0.5rem 3.5rem; border-bottom: 1px solid light-dark(#d5dadd, #3b454a); counter-increment: entry; }
url::before, sitemap::before { content: counter(entry); float: left; margin-left: -3.5rem; color: light-dark(#4b5a61, #a9b6bc); font-variant-numeric: tabular-nums; }
loc, lastmod, image, link { display: block; }
lastmod, image, link { color: light-dark(#4b5a61, #a9b6bc); font-size: 0.875rem; }
lastmod::before { content: 'Last changed '; }
image::before { content: 'Image '; float: left; margin-right: 0.5ch; }
link::before { content: 'Language ' attr(hreflang) ': ' attr(href); }`

const instruction = `<?xml-stylesheet type="text/css" href="data:text/css,${encodeURIComponent(look).replaceAll("'", '%27')}"?>\n`

export const sitemapLookPolicy = "default-src 'none'; style-src data:; frame-ancestors 'none'"

const DECLARATION_END = '?>\n'

/** An XML document with the look of sitemaps, after its declaration. */
export async function* withSitemapLook(xml: AsyncIterable<string>): AsyncIterable<string> {
  let isBegun = false
  for await (const part of xml) {
    yield isBegun ? part : part.replace(DECLARATION_END, () => DECLARATION_END + instruction)
    isBegun = true
  }
}
