import type { Expected, HostileRoute } from './hostile-server.ts'
import { whole } from './responses.ts'

/** Characters: encodings broken and rare. Every page has the title that its author meant, where that can be known. */

interface Text {
  name: string
  /** Of the Content-Type; none by default. */
  charset?: string
  /** Put before the title. */
  head?: string
  title: string | Buffer
  expected: Expected
}

function route({ name, charset, head = '', title, expected }: Text): HostileRoute {
  const body = Buffer.concat([
    Buffer.from(`<!doctype html><html lang="en"><head>${head}<title>`, 'latin1'),
    typeof title === 'string' ? Buffer.from(title, 'latin1') : title,
    Buffer.from('</title></head><body><h1>Text</h1></body></html>', 'latin1'),
  ])
  const type = charset === undefined ? 'content-type: text/html' : `content-type: text/html; charset=${charset}`
  return { path: `/text/${name}`, respond: whole({ headers: [type], body }), expected }
}

/** A whole page that begins with the mark of its encoding. */
function marked(name: string, encode: (text: string) => Buffer, expected: Expected, type = 'content-type: text/html') {
  const body = encode('\ufeff<!doctype html><html lang="en"><title>Grüße</title><h1>Text</h1></html>')
  return { path: `/text/${name}`, respond: whole({ headers: [type], body }), expected } satisfies HostileRoute
}

const titled = (title: string): Expected => ({ status: 200, failure: '', title })
const utf8 = Buffer.from('Grüße')
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()
function utf32(text: string): Buffer {
  const octets = Buffer.alloc([...text].length * 4)
  for (const [index, char] of [...text].entries()) octets.writeUInt32LE(char.codePointAt(0) ?? 0, index * 4)
  return octets
}

export const characterRoutes: readonly HostileRoute[] = [
  route({ name: 'latin-1-by-header', charset: 'iso-8859-1', title: 'Gr\xfc\xdfe \x80', expected: titled('Grüße €') }),
  route({ name: 'by-meta', head: '<meta charset="windows-1252">', title: 'Gr\xfc\xdfe', expected: titled('Grüße') }),
  route({
    name: 'late-meta',
    head: `<!-- ${'x'.repeat(2_000)} --><meta charset="windows-1252">`,
    title: 'Gr\xfc\xdfe',
    expected: titled('Grüße'),
  }),
  route({
    name: 'header-against-meta',
    charset: 'utf-8',
    head: '<meta charset="windows-1252">',
    title: utf8,
    expected: titled('Grüße'),
  }),
  marked('mark-against-header', text => Buffer.from(text), titled('Grüße'), 'content-type: text/html; charset=koi8-r'),
  route({ name: 'none-utf8', title: utf8, expected: { ...titled('Grüße'), issues: ['charset-missing'] } }),
  route({ name: 'none-latin-1', title: 'Gr\xfc\xdfe', expected: { ...titled('Grüße'), issues: ['charset-missing'] } }),
  route({ name: 'unknown-label', charset: 'klingon', title: utf8, expected: titled('Grüße') }),
  route({ name: 'quoted-label', charset: '"UTF-8', title: utf8, expected: titled('Grüße') }),
  route({ name: 'utf-7', charset: 'utf-7', title: '+ADw-script+AD4-', expected: titled('+ADw-script+AD4-') }),
  route({
    name: 'invalid-utf8',
    charset: 'utf-8',
    title: 'Gr\xfc\xdfe',
    expected: { ...titled('Gr\ufffd\ufffde'), issues: ['encoding-corrupt'] },
  }),
  route({
    name: 'overlong-utf8',
    charset: 'utf-8',
    title: 'a\xc0\xafb',
    expected: titled('a\ufffd\ufffdb'),
  }),
  route({ name: 'surrogates', charset: 'utf-8', title: 'a\xed\xa0\x80b', expected: titled('a\ufffd\ufffd\ufffdb') }),
  route({ name: 'nul-octets', charset: 'utf-8', title: 'a\x00b', expected: { status: 200, failure: '' } }),
  route({
    name: 'noncharacters',
    charset: 'utf-8',
    title: Buffer.from('a\uffff\ufdd0b'),
    expected: { status: 200, failure: '' },
  }),
  route({
    name: 'lone-reference',
    charset: 'utf-8',
    title: 'a&#xD800;b&#0;&#x110000;',
    expected: titled('a\ufffdb\ufffd\ufffd'),
  }),
  route({ name: 'shift-jis', charset: 'Shift_JIS', title: '\x93\xfa\x96\x7b', expected: titled('日本') }),
  route({ name: 'euc-jp', charset: 'euc-jp', title: '\xc6\xfc\xcb\xdc', expected: titled('日本') }),
  route({ name: 'iso-2022-jp', charset: 'iso-2022-jp', title: '\x1b$BF|K\\\x1b(B', expected: titled('日本') }),
  route({ name: 'gb18030', charset: 'gb2312', title: '\xd6\xd0\xce\xc4', expected: titled('中文') }),
  route({ name: 'big5', charset: 'big5', title: '\xa4\xa4\xa4\xe5', expected: titled('中文') }),
  route({ name: 'euc-kr', charset: 'ks_c_5601-1987', title: '\xc7\xd1\xb1\xdb', expected: titled('한글') }),
  route({ name: 'koi8-r', charset: 'koi8-r', title: '\xed\xc9\xd2', expected: titled('Мир') }),
  route({ name: 'windows-1255', charset: 'windows-1255', title: '\xf9\xec\xe5\xed', expected: titled('שלום') }),
  route({ name: 'x-user-defined', charset: 'x-user-defined', title: 'a\x80', expected: { status: 200, failure: '' } }),
  route({ name: 'replacement', charset: 'iso-2022-kr', title: 'a', expected: { status: 200 } }),
  marked('utf-16-le', text => Buffer.from(text, 'utf16le'), titled('Grüße')),
  marked('utf-16-be', swapped, titled('Grüße')),
  marked('utf-32', utf32, { status: 200 }),
]
