import { attribute, type ElementNode, FEW_ATTRIBUTES } from '#html/node.ts'
import { type TagTrait, traitOf } from './tag-traits.ts'

/**
 * The element that the walk enters, with the attributes that are needed of every element, read in one pass. One object serves all
 * elements and is valid until the next is entered.
 */
export class EnteredElement {
  element: ElementNode
  /** Of its name, also where it is none of HTML. */
  trait: TagTrait
  /** As written; null when absent. So are the others. */
  id: string | null = null
  className: string | null = null
  role: string | null = null
  /** Whether it has an attribute that may hide it or make it a dialog. */
  mayAffectDisplay = false
  /** Whether it has an attribute that starts a Microdata or RDFa item. */
  mayBeThing = false

  constructor(element: ElementNode) {
    this.element = element
    this.trait = traitOf(element.tagName)
  }

  read(element: ElementNode): void {
    this.element = element
    this.trait = traitOf(element.tagName)
    this.id = null
    this.className = null
    this.role = null
    this.mayAffectDisplay = false
    this.mayBeThing = false
    const { attrs } = element
    if (attrs.length > FEW_ATTRIBUTES) this.#lookUp(element)
    else for (let at = 0; at < attrs.length; at++) this.#take(attrs[at]?.name ?? '', attrs[at]?.value ?? '')
  }

  #take(name: string, value: string): void {
    switch (name) {
      case 'class':
        this.className = value
        break
      case 'id':
        this.id = value
        break
      case 'role':
        this.role = value
        break
      case 'style':
      case 'hidden':
      case 'aria-hidden':
      case 'aria-modal':
        this.mayAffectDisplay = true
        break
      case 'itemscope':
      case 'typeof':
        this.mayBeThing = true
    }
  }

  #lookUp(element: ElementNode): void {
    this.className = attribute(element, 'class')
    this.id = attribute(element, 'id')
    this.role = attribute(element, 'role')
    this.mayAffectDisplay = true
    this.mayBeThing = true
  }
}
