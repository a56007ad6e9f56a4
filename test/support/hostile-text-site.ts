import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { prose } from '#demo-site/prose.ts'
import type { Payload } from '../attack/xss-corpus.ts'

/**
 * A site on loopback that writes hostile texts wherever a crawled site can write text. Each payload has a page of its own,
 * which it fills from its language to its last form field; from there it stands in URLs, redirects, headers and errors.
 */
export interface HostileTextSite extends AsyncDisposable {
  /** URL of the start page. */
  url: string
  /** How many times a payload has been written so far, over all responses. */
  placements(): number
}

/** Path of the page that payload number `index` fills. */
export function payloadPath(index: number): string {
  return `/p/${index}`
}

const HTML = 'text/html; charset=utf-8'
/** Payloads on one page without any escaping. */
const RAW_PER_PAGE = 8
/** Payloads whose URLs robots.txt closes, that stand in the start page's icon, and so on: kinds of which a few will do. */
const FEW = 12

interface SiteResponse {
  status: number
  headers: Record<string, string>
  body: string
}

export async function startHostileTextSite(payloads: readonly Payload[]): Promise<HostileTextSite> {
  const site = new HostileText(payloads)
  const server = createServer((request, response) => site.respond(request, response))
  return {
    url: `${await listen(server)}/`,
    placements: () => site.placed,
    [Symbol.asyncDispose]: () => close(server),
  }
}

class HostileText {
  /** Payloads written so far. */
  placed = 0
  readonly #payloads: readonly Payload[]
  readonly #rawPages: number

  constructor(payloads: readonly Payload[]) {
    this.#payloads = payloads
    this.#rawPages = Math.ceil(payloads.length / RAW_PER_PAGE)
  }

  respond(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '/'
    const [, kind = '', number = ''] = url.split(/[/?]/)
    const index = Number(number)
    if (kind === 'wire' && this.#payloads[index]) this.#breakHttp(response, index)
    else send(response, this.responseTo(url, { kind, index }))
  }

  responseTo(url: string, { kind, index }: { kind: string; index: number }): SiteResponse {
    if (url === '/') return html(this.#home())
    if (url === '/robots.txt') return text(this.#robots())
    if (kind === 'q') return this.#oddTypes(Number(new URLSearchParams(url.split('?', 2)[1]).get('n')))
    if (kind === 'raw' && index < this.#rawPages) return html(this.#rawPage(index))
    if (!Number.isInteger(index) || !this.#payloads[index]) return this.#notFound(url)
    if (kind === 'p') return { ...html(this.#page(index)), headers: this.#headers(index) }
    if (kind === 'r') return { status: index % 2 ? 301 : 302, headers: { location: this.#header(index) }, body: '' }
    return this.#notFound(url)
  }

  #home(): string {
    const links = this.#payloads.flatMap((_, index) => [
      [payloadPath(index), this.#text(index)],
      [`/r/${index}`, this.#text(index)],
      [`/q?n=${index}&x=${this.#text(index)}`, this.#text(index)],
      [`/gone/${this.#text(index)}`, this.#text(index)],
    ])
    const few = this.#payloads.slice(0, FEW).flatMap((_, index) => {
      const elsewhere = (index * FEW) % this.#payloads.length
      return [
        [`/closed/${this.#text(index)}`, this.#text(index)],
        [`/wire/${elsewhere}`, this.#text(elsewhere)],
      ]
    })
    const raw = Array.from({ length: this.#rawPages }, (_, index) => [`/raw/${index}`, 'As it is'])
    const list = [...links, ...few, ...raw].map(([href, name]) => `<li><a href="${href}">${name}</a></li>`)
    return `<!doctype html><html lang=en><title>A site of hostile texts</title><link rel=icon href="/icon/${this.#text(0)}"><h1>Start</h1>
<ul>${list.join('\n')}</ul>`
  }

  /** Everything that a page can say, said with one payload, and escaped so that a parser reads it as it was meant. */
  #page(index: number): string {
    const own = () => this.#text(index)
    const raw = () => this.#raw(index)
    const isNth = (every: number) => index % every === 0
    return `<!doctype html>
<html lang="${own()}">
<head><meta charset="utf-8">
<title>${own()}</title>${isNth(7) ? `<title>${own()}</title>` : ''}
<meta name="description" content="${own()}">${isNth(6) ? `<meta name="description" content="${own().repeat(4)}">` : ''}
<meta name="robots" content="${own()}${isNth(9) ? ', noindex, index' : ''}">
<meta name="viewport" content="user-scalable=no, ${own()}">
<meta name="generator" content="${own()}">
<meta property="og:title" content="${own()}"><meta property="og:image" content="${own()}">
<meta name="twitter:card" content="${own()}">
<link rel="canonical" href="${isNth(3) ? own() : `/q?n=${index}&canonical=${own()}`}">
<link rel="alternate" hreflang="${own()}" href="${own()}">
<link rel="alternate" hreflang="de" href="/gone/${own()}">
<link rel="stylesheet" href="/gone/${own()}.css">
${isNth(11) ? `<meta http-equiv="refresh" content="9;url=/q?n=${index}&refresh=${own()}">` : ''}
<script type="application/ld+json">{"@type": "${raw()}", "name": ${raw()}}</script>
</head>
<body>
${isNth(10) ? '' : `<h1>${own()}</h1>`}${isNth(4) ? `<h1>${own()}</h1>` : ''}
<h2>${own()}</h2><h4>${own()}</h4>
<p id="${own()}">${prose(isNth(13) ? 'the same' : `page ${index}`, 3).join(' ')} ${own()}</p>
<p>${isNth(8) ? 'Notice: Undefined variable: x in /var/www/index.php on line 3 Lorem ipsum dolor sit amet, ' : ''}${own()}</p>
<img src="/gone/${own()}.png" alt="${own()}" width="${own()}"><img src="/img/${index}.png?${own()}"><img src="${own()}" alt="">
<img src="/gone/${own()}.png" alt="${own()}.png" srcset="${own()} 2x"><a href="/p/${index}"><img src="/gone/${own()}.gif" alt=""></a>
<a href="${own()}">${own()}</a>
<a href="#${own()}">${own()}</a><a href="/raw/0#${own()}" title="${own()}">${own()}</a>
<a href="/p/${(index + 1) % this.#payloads.length}?utm_source=${own()}&PHPSESSID=0123456789abcdef0123456789abcdef">click here</a>
<a href="http://${own()}/">${own()}</a><a href="http://http://${own()}"></a><a href="javascript:${own()}">${own()}</a>
<a onclick="${own()}" title="${own()}">${own()}</a><button class="${own()}"></button>
<form action="${own()}" method="post"><input name="${own()}" value="${own()}" placeholder="${own()}"><select name="${own()}"></select></form>
<iframe src="${own()}" title="${own()}"></iframe>
</body></html>`
  }

  /** Payloads as markup: what a parser makes of them is for the crawler to bear. */
  #rawPage(page: number): string {
    const indexes = this.#payloads.keys().filter(index => Math.floor(index / RAW_PER_PAGE) === page)
    const parts = [...indexes].map(
      index => `<p title='${this.#raw(index)}' id="${this.#raw(index)}">${this.#raw(index)}</p>`,
    )
    return `<!doctype html><html lang="en"><title>As it is, ${page}: ${this.#raw(page)}</title><h1>As it is</h1>${parts.join('\n')}`
  }

  /** Content types that are a payload, wholly or in a parameter. */
  #oddTypes(index: number): SiteResponse {
    const type = index % 8 === 0 ? this.#header(index) : `text/html; charset=${this.#header(index)}`
    const body = `<!doctype html><html lang="en"><title>${this.#text(index)}</title><h1>${this.#text(index)}</h1><p>${prose(`type ${index}`).join(' ')}`
    return { status: 200, headers: { 'content-type': type }, body }
  }

  #notFound(url: string): SiteResponse {
    const index = url.length % this.#payloads.length
    return {
      status: url.length % 5 === 0 ? 503 : 404,
      headers: { 'content-type': HTML, 'www-authenticate': this.#header(index), 'retry-after': this.#header(index) },
      body: `<!doctype html><title>${this.#text(index)}</title><h1>${this.#text(index)}</h1>`,
    }
  }

  #headers(index: number): Record<string, string> {
    const own = () => this.#header(index)
    return {
      'content-type': HTML,
      'content-language': own(),
      'x-robots-tag': own(),
      link: `<${own()}>; rel="canonical", <${own()}>; rel="alternate"; hreflang="${own()}"`,
      server: own(),
      'set-cookie': `${own()}=${own()}`,
      'x-powered-by': own(),
      'last-modified': own(),
      etag: own(),
      ...(index % 20 === 0 ? { 'content-disposition': `inline; filename="${own()}"` } : {}),
    }
  }

  #robots(): string {
    const rules = this.#payloads.slice(0, FEW).map((_, index) => `Disallow: /closed/ # ${this.#raw(index)}`)
    const agents = this.#payloads.map((_, index) => `User-agent: ${this.#raw(index)}\nDisallow: ${this.#raw(index)}`)
    return `User-agent: *\n${rules.join('\n')}\n\n${agents.join('\n')}\nSitemap: ${this.#raw(0)}\n`
  }

  /** The response's own line and headers hold the payload's bytes, which is HTTP only for some of them. */
  #breakHttp(response: ServerResponse, index: number): void {
    const line = `HTTP/1.1 200 ${this.#raw(index)}\r\nX-Payload: ${this.#raw(index)}\r\ncontent-type: text/html\r\n`
    response.socket?.end(`${line}connection: close\r\n\r\n<title>${this.#text(index)}</title>`)
  }

  #raw(index: number): string {
    this.placed++
    return this.#payloads[index]?.text ?? ''
  }

  #text(index: number): string {
    return escapeHtml(this.#raw(index))
  }

  /** UTF-8 octets without those that HTTP forbids in a field value (RFC 9110, section 5.5). */
  #header(index: number): string {
    return Buffer.from(this.#raw(index))
      .toString('latin1')
      .replace(/[\x00-\x08\x0a-\x1f\x7f]/g, '')
      .trim()
  }
}

function html(body: string): SiteResponse {
  return { status: 200, headers: { 'content-type': HTML }, body }
}

function text(body: string): SiteResponse {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function send(response: ServerResponse, { status, headers, body }: SiteResponse): void {
  response.writeHead(status, headers).end(body)
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve(`http://127.0.0.1:${port}`)
    })
  })
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
