import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prescanCharset } from './prescan-charset.ts'

const known = new Set(['utf-8', 'utf-16le', 'windows-1252', 'koi8-r'])
const encodingOf = (label: string) => (known.has(label.trim()) ? label.trim() : null)

/** HTML standard, 13.2.3.2. */
const rows: [name: string, markup: string, encoding: string | null][] = [
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
for (const [name, markup, encoding] of rows)
  test(`prescanCharset() reads ${name}`, () =>
    assert.equal(prescanCharset(new TextEncoder().encode(markup), encodingOf), encoding))
