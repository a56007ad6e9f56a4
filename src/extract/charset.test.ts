import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CharsetFacts } from '#shared/facts.ts'
import { decodeBody, prescanCharset } from './charset.ts'

const latin1 = (text: string) => Uint8Array.from(text, char => char.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16le = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

interface Row {
  name: string
  bytes: Uint8Array
  contentType?: string
  isTruncated?: boolean
  text: string
  charset: CharsetFacts
}

const valid = (used: string, from: CharsetFacts['from']): CharsetFacts => ({ used, from, hasInvalidBytes: false })
const padding = ' '.repeat(1_100)

const rows: Row[] = [
  {
    name: 'a byte order mark of UTF-16, big-endian',
    bytes: new Uint8Array([0xfe, 0xff, 0, 0x41, 0x20, 0x13]),
    text: 'A–',
    charset: valid('utf-16be', 'bom'),
  },
  {
    name: 'half a byte order mark is none',
    bytes: new Uint8Array([0xfe, 0x41]),
    contentType: 'text/html; charset=windows-1252',
    text: 'þA',
    charset: valid('windows-1252', 'header'),
  },
  {
    name: 'a byte order mark wins over the header',
    bytes: utf8('\ufeffé'),
    contentType: 'text/html; charset=windows-1252',
    text: 'é',
    charset: valid('utf-8', 'bom'),
  },
  {
    name: 'UTF-16 is recognised by its byte order mark',
    bytes: utf16le('日本'),
    text: '日本',
    charset: valid('utf-16le', 'bom'),
  },
  {
    name: 'the header wins over meta',
    bytes: latin1('<meta charset=utf-8>\xe9'),
    contentType: 'text/html; charset="ISO-8859-1"',
    text: '<meta charset=utf-8>é',
    charset: valid('windows-1252', 'header'),
  },
  {
    name: 'an unknown label in the header is as none',
    bytes: utf8('<meta charset=utf-8>é'),
    contentType: 'text/html; charset=utf-eight',
    text: '<meta charset=utf-8>é',
    charset: valid('utf-8', 'meta'),
  },
  {
    name: 'windows-1252 has signs between 0x80 and 0x9F',
    bytes: latin1('\x80\x93\x99'),
    contentType: 'text/html; charset=latin1',
    text: '€“™',
    charset: valid('windows-1252', 'header'),
  },
  {
    name: 'Shift_JIS by http-equiv',
    bytes: latin1('<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">\x93\xfa'),
    text: '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">日',
    charset: valid('shift_jis', 'meta'),
  },
  {
    name: 'a declaration behind the first 1,024 bytes is late',
    bytes: latin1(`${padding}<meta charset=koi8-r>\xc1`),
    text: `${padding}<meta charset=koi8-r>а`,
    charset: valid('koi8-r', 'meta-late'),
  },
  { name: 'undeclared bytes that are UTF-8 are UTF-8', bytes: utf8('é'), text: 'é', charset: valid('utf-8', 'guess') },
  {
    name: 'other undeclared bytes are windows-1252',
    bytes: latin1('\xe9'),
    text: 'é',
    charset: valid('windows-1252', 'guess'),
  },
  {
    name: 'invalid bytes are replaced and reported',
    bytes: latin1('a\xe9b'),
    contentType: 'text/html;charset=UTF-8',
    text: 'a\ufffdb',
    charset: { used: 'utf-8', from: 'header', hasInvalidBytes: true },
  },
  {
    name: 'half a character where the body was cut is not an error',
    bytes: utf8('é').subarray(0, 1),
    contentType: 'text/html;charset=UTF-8',
    isTruncated: true,
    text: '',
    charset: valid('utf-8', 'header'),
  },
  { name: 'NUL is one of the characters', bytes: utf8('a\0é'), text: 'a\0é', charset: valid('utf-8', 'guess') },
  { name: 'no bytes at all', bytes: new Uint8Array(), text: '', charset: valid('utf-8', 'guess') },
]

for (const { name, bytes, contentType = null, isTruncated = false, text, charset } of rows)
  test(`decodeBody(): ${name}`, () =>
    assert.deepEqual(decodeBody({ bytes, contentType, isTruncated }), {
      text,
      charset,
      mayHaveNuls: bytes.includes(0),
    }))

const known = new Set(['utf-8', 'utf-16le', 'windows-1252', 'koi8-r'])
const encodingOf = (label: string) => (known.has(label.trim()) ? label.trim() : null)

/** HTML standard, 13.2.3.2. */
const prescans: [name: string, markup: string, encoding: string | null][] = [
  ['charset attribute', '<meta charset="utf-8">', 'utf-8'],
  ['without quotes and in capitals', '<META CHARSET=UTF-8>', 'utf-8'],
  ['single quotes and blanks', "<meta  charset = 'koi8-r' >", 'koi8-r'],
  ['http-equiv', '<meta http-equiv=content-type content="text/html; charset=koi8-r">', 'koi8-r'],
  ['http-equiv behind content', '<meta content="text/html;charset=koi8-r" http-equiv="Content-Type">', 'koi8-r'],
  ['content without http-equiv', '<meta name=x content="text/html; charset=koi8-r">', null],
  ['another pragma', '<meta http-equiv=refresh content="0; charset=koi8-r">', null],
  ['a slash behind the name', '<meta/charset=utf-8>', 'utf-8'],
  ['within a comment', '<!-- <meta charset=koi8-r> --><meta charset=utf-8>', 'utf-8'],
  ['behind an empty comment', '<!--><meta charset=utf-8>', 'utf-8'],
  ['within an attribute', '<a title="<meta charset=koi8-r>"><meta charset=utf-8>', 'utf-8'],
  ['in an end tag and a declaration', '<!DOCTYPE html></a x="<meta charset=koi8-r>"><meta charset=utf-8>', 'utf-8'],
  ['an unknown label, then a known one', '<meta charset=none><meta charset=utf-8>', 'utf-8'],
  ['UTF-16, which cannot be', '<meta charset=utf-16le>', 'utf-8'],
  ['x-user-defined', '<meta charset=x-user-defined>', 'windows-1252'],
  ['a name that only begins with meta', '<metadata charset=koi8-r>', null],
  ['an unclosed comment', '<!-- <meta charset=utf-8>', null],
  ['an unclosed quote', '<meta charset="utf-8', null],
  ['nothing', '', null],
]
for (const [name, markup, encoding] of prescans)
  test(`prescanCharset() reads ${name}`, () =>
    assert.equal(prescanCharset(new TextEncoder().encode(markup), encodingOf), encoding))
