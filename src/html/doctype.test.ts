import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isQuirksDoctype } from './doctype.ts'

const declarations: readonly (readonly [declaration: string, isQuirks: boolean])[] = [
  [' html', false],
  ['HTML', false],
  [' html\n', false],
  ['', true],
  [' ', true],
  [' svg', true],
  [' html x', true],
  [' html SYSTEM "about:legacy-compat"', false],
  [" html system'about:legacy-compat' x", false],
  [' html SYSTEM', true],
  [' html SYSTEM "x', true],
  [' html SYSTEM "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"', true],
  [' html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"', false],
  [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"', true],
  [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"', false],
  [' html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"\'\'', false],
  [' html PUBLIC "-//W3C//DTD HTML 3.2 Final//EN" ""', true],
  [' html PUBLIC "html"', true],
  [' html PUBLIC', true],
  [' html PUBLIC "x" y', true],
]
for (const [declaration, isQuirks] of declarations)
  test(`isQuirksDoctype() of <!doctype${declaration}>`, () => {
    assert.equal(isQuirksDoctype(declaration), isQuirks)
  })
