import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileFormatOf } from './file-format.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** Every byte value in turn. */
const everyByte = Uint8Array.from({ length: 2_000 }, (_, index) => (index * 37 + 5) % 256)

const bodies: [what: string, body: Uint8Array, format: string | null][] = [
  ['a PDF', latin1('%PDF-1.7\n%âãÏÓ'), 'PDF file'],
  ['an archive or a document of an office program', latin1('PK\x03\x04\x14\0\x06\0'), 'ZIP archive'],
  ['a compressed page without Content-Encoding', latin1('\x1f\x8b\x08\0\0\0\0\0'), 'gzip archive'],
  ['a PNG', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'PNG image'],
  ['a JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF'), 'JPEG image'],
  ['a WebP', latin1('RIFF\x10\0\0\0WEBPVP8 '), 'WebP image'],
  ['a video', latin1('\0\0\0\x20ftypisom'), 'audio or video file'],
  ['a font', latin1('wOF2\0\x01\0\0'), 'font'],
  ['an older Word document', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0'), 'Microsoft Office document'],
  ['bytes of an unknown format', everyByte, 'binary file'],
  ['an RSS feed', latin1('<?xml version="1.0"?>\n<!-- news --><rss version="2.0">'), 'RSS feed'],
  ['an Atom feed without a declaration', latin1('<feed xmlns="http://www.w3.org/2005/Atom">'), 'Atom feed'],
  ['a sitemap behind a byte order mark', latin1('\xef\xbb\xbf\n<?xml version="1.0"?><urlset>'), 'sitemap'],
  ['a page of XHTML', latin1('<?xml version="1.0"?><!DOCTYPE html><html>'), null],
  ['a page with an element of that name in it', latin1('<html><rss>'), null],
  ['a page that begins with another element', latin1('<feedback>'), null],
  ['a page', latin1('<!doctype html><title>A</title>'), null],
  ['a page that shows a PDF in its text', latin1('<p>%PDF-1.7'), null],
  ['a page behind blank lines', latin1('\r\n\t<!doctype html>'), null],
  ['a page with a byte order mark', latin1('\xef\xbb\xbf<!doctype html>'), null],
  ['a page in UTF-16', Buffer.from('\ufeff<!doctype html><title>Hafen</title>', 'utf16le'), null],
  ['a page in ISO-2022-JP', latin1('\x1b$B9A\x1b(B '.repeat(50)), null],
  ['a text with stray control characters', latin1(`A text\x0b of words\x08 ${'and more words '.repeat(40)}`), null],
  ['a text that begins like an archive', latin1('PKW and HGV may park here'), null],
  ['nothing', new Uint8Array(), null],
]
for (const [what, body, format] of bodies)
  test(`fileFormatOf() ${format === null ? 'takes for a text' : 'recognises'} ${what}`, () =>
    assert.equal(fileFormatOf(body), format))

/** Of the bytes below the space, those that a text does not contain. */
const control = Array.from({ length: 0x20 }, (_, byte) => byte)
const ofTexts = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x1b])

test('fileFormatOf() counts the binary data bytes of the standard but 0, and not the escape', () =>
  assert.deepEqual(
    control.filter(byte => fileFormatOf(Buffer.from([0x61, ...Array<number>(8).fill(byte)])) !== null),
    control.filter(byte => !ofTexts.has(byte)),
  ))

const text = 'a'
const binary = '\x01'
const shares: [what: string, body: string, format: string | null][] = [
  ['seven binary bytes', text + binary.repeat(7), null],
  ['eight binary bytes', text + binary.repeat(8), 'binary file'],
  ['a twentieth of the bytes', text.repeat(152) + binary.repeat(8), 'binary file'],
  ['less than a twentieth of the bytes', text.repeat(153) + binary.repeat(8), null],
  ['bytes that are within the sniffed part', text.repeat(1_372) + binary.repeat(73), 'binary file'],
  ['bytes of which one is behind the sniffed part', text.repeat(1_373) + binary.repeat(73), null],
]
for (const [what, body, format] of shares)
  test(`fileFormatOf() with ${what}`, () => assert.equal(fileFormatOf(latin1(body)), format))
