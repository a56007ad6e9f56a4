import { attribute, type ElementNode, FEW_ATTRIBUTES } from '#html/node.ts'

/**
 * The element that the walk enters, with those of its attributes that are asked for of every element: read in one pass, not by each
 * reader for itself. One object is used for all elements and holds until the next is entered.
 */
export class EnteredElement {
  element: ElementNode
  /** As written; null when absent, like the others. */
  id: string | null = null
  className: string | null = null
  role: string | null = null
  /** Whether one of those is there that say how the element is shown. */
  mayAffectDisplay = false
  /** Whether one of those is there by which Microdata and RDFa begin a thing. */
  mayBeThing = false

  constructor(element: ElementNode) {
    this.element = element
  }

  read(element: ElementNode): void {
    this.element = element
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
