import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '#html/html.ts'
import { type ElementNode, FEW_ATTRIBUTES } from '#html/node.ts'
import { EnteredElement } from './entered-element.ts'
import { traitOf } from './tag-traits.ts'

function elementWith(attributes: string): ElementNode {
  const first = parseDocument(`<div ${attributes}></div>`).body?.childNodes[0]
  return first?.kind === 'element' ? first : assert.fail()
}

const nothing = { id: null, className: null, role: null, mayAffectDisplay: false, mayBeThing: false }
const everything = { id: 'a', className: 'b c', role: 'main', mayAffectDisplay: true, mayBeThing: true }
const whole = 'id=a class="b c" role=main hidden itemscope'
const others = (count: number) => Array.from({ length: count }, (_, index) => ` data-${index}=x`).join('')

const elements: [attributes: string, expected: Omit<EnteredElement, 'element' | 'trait' | 'read'>][] = [
  ['', nothing],
  ['title=x', nothing],
  ['id=a', { ...nothing, id: 'a' }],
  ['id class role', { ...nothing, id: '', className: '', role: '' }],
  ['style=x', { ...nothing, mayAffectDisplay: true }],
  ['hidden', { ...nothing, mayAffectDisplay: true }],
  ['aria-hidden=true', { ...nothing, mayAffectDisplay: true }],
  ['aria-modal=true', { ...nothing, mayAffectDisplay: true }],
  ['itemscope', { ...nothing, mayBeThing: true }],
  ['typeof=Product', { ...nothing, mayBeThing: true }],
  [whole, everything],
  [others(FEW_ATTRIBUTES), nothing],
  [whole + others(FEW_ATTRIBUTES), everything],
]
for (const [attributes, expected] of elements)
  test(`EnteredElement reads <div ${attributes.slice(0, 60)}>, and keeps nothing of the element before`, () => {
    const element = elementWith(attributes)
    for (const before of [whole, '']) {
      const entered = new EnteredElement(elementWith(''))
      entered.read(elementWith(before))
      entered.read(element)
      assert.deepEqual({ ...entered }, { element, trait: traitOf('div'), ...expected })
    }
  })
