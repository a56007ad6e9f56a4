import type { HostileRoute } from './hostile-server.ts'
import { HTML, pageOf, plain, whole } from './responses.ts'

/** Content types that lie, are missing or make no sense, and documents that would expand or run. */

const body = pageOf('Typed')
const asPage = { status: 200, failure: '', title: 'Typed' } as const
/** One finding, and none about the elements of a page. */
const asFile = {
  status: 200,
  failure: '',
  issues: ['content-type-mismatch'],
  noIssues: ['title-missing', 'h1-missing', 'viewport-missing'],
} as const
const noPage = { skipped: 'type' } as const
const entityBomb = `<!DOCTYPE html [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 20 }, (_, index) => `<!ENTITY b${index} "${index === 0 ? '&a;&a;' : `&b${index - 1};&b${index - 1};`}">`).join('')}<!ENTITY f SYSTEM "file:///etc/passwd">]>`
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><a href="/never/8"><title>SVG</title></a></svg>'

const typed = (
  name: string,
  types: readonly string[],
  more: Partial<HostileRoute> & Pick<HostileRoute, 'expected'>,
): HostileRoute => ({
  path: `/type/${name}`,
  respond: whole({ headers: types.map(type => `content-type: ${type}`), body }),
  ...more,
})

export const typeRoutes: readonly HostileRoute[] = [
  typed('none-but-html', [], { expected: asPage }),
  typed('none-and-binary', [], { respond: whole({ headers: [], body: Buffer.alloc(500, 0xa7) }), expected: noPage }),
  typed('empty', [''], { expected: asPage }),
  typed('nonsense', ['nonsense'], { expected: asPage }),
  typed('star', ['*/*'], { expected: asPage }),
  typed('capitals', ['TEXT/HTML;CHARSET=UTF-8'], { expected: asPage }),
  typed('two-the-last-html', ['text/plain', 'text/html'], { expected: asPage }),
  typed('two-the-last-plain', ['text/html', 'text/plain'], { expected: noPage }),
  typed('list-in-one', ['text/plain, text/html'], { expected: asPage }),
  typed('huge', [`text/html; x=${'y'.repeat(20_000)}`], { expected: asPage }),
  typed('html-as-text', ['text/plain'], { expected: noPage }),
  typed('html-as-json', ['application/json'], { expected: noPage }),
  typed('html-as-image', ['image/png'], { expected: noPage }),
  typed('image-as-html', ['text/html'], {
    respond: whole({ body: Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex') }),
    expected: asFile,
  }),
  typed('json-as-html', ['text/html'], {
    respond: whole({ body: JSON.stringify({ a: '<a href="/plain/2">' }) }),
    expected: { status: 200, failure: '', issues: ['title-missing'] },
  }),
  typed('gzip-file-as-html', ['text/html'], {
    respond: whole({ body: Buffer.from('1f8b0800000000000003', 'hex') }),
    expected: asFile,
  }),
  typed('pdf', ['application/pdf'], {
    respond: whole({ headers: ['content-type: application/pdf'], body: '%PDF-1.7 <a href=/never/8>' }),
    expected: noPage,
  }),
  typed('svg', ['image/svg+xml'], {
    respond: whole({ headers: ['content-type: image/svg+xml'], body: svg }),
    expected: noPage,
  }),
  typed('xml-entities', ['application/xml'], {
    respond: whole({ headers: ['content-type: application/xml'], body: `${entityBomb}<x>&b19;&f;</x>` }),
    expected: noPage,
  }),
  typed('xhtml-entities', ['application/xhtml+xml'], {
    respond: whole({
      headers: ['content-type: application/xhtml+xml'],
      body: `${entityBomb}<html><head><title>&b19;</title></head><body>&f;</body></html>`,
    }),
    expected: { status: 200, failure: '', noIssues: ['html-too-large'] },
  }),
  typed('attachment', [], {
    respond: whole({
      headers: [HTML, 'content-disposition: attachment; filename="../../../etc/passwd\0.html"'.replace('\0', '')],
      body,
    }),
    expected: { status: 200, failure: '' },
  }),
  { path: '/never/8', link: '', respond: plain('Never'), expected: { isUnlisted: true } },
]
