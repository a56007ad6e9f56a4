import { FieldError, type FieldPage } from './field-page.ts'
import { axes, inDocumentOrder, namedAttribute, parentOf } from './xpath-axes.ts'
import { functions } from './xpath-functions.ts'
import { syntaxError, type Token, type TokenKind, tokenize } from './xpath-tokens.ts'
import {
  compareValues,
  isNodes,
  toBoolean,
  toNumber,
  type XPathContext,
  type XPathNode,
  type XPathValue,
} from './xpath-values.ts'

/**
 * XPath 1.0 over a page, without variables and namespaces. Names of elements and attributes match whatever their case, as in browsers.
 * An expression is compiled once; every node that it visits counts as a step of the page.
 */
export type Evaluate = (page: FieldPage) => XPathValue

type Compiled = (context: XPathContext) => XPathValue

/** An expression: in a predicate a number means a position. */
interface Expression {
  evaluate: Compiled
  isNumber?: boolean | undefined
  /** It reads position() or last(). */
  isPositional?: boolean | undefined
}

/** Of expressions and predicates within each other. */
const MAX_NESTING = 30

/** @throws FieldError for a text that is no expression, with the place. */
export function compileXPath(expression: string): Evaluate {
  const parser = new Parser(tokenize(expression))
  const { evaluate } = parser.whole()
  return page => evaluate({ page, node: page.root, position: 1, size: 1 })
}

const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #nesting = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const expression = this.#expression()
    if (this.#next.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: 'the end', place: 0 }
  }

  #unexpected(): FieldError {
    return syntaxError(this.#next.place, `“${this.#next.text}” is not expected here`)
  }

  #take(text: string, kind?: TokenKind): boolean {
    const isNext = this.#next.text === text && (kind ?? this.#next.kind) === this.#next.kind
    if (isNext && this.#next.kind !== 'literal') this.#at++
    return isNext
  }

  #takeOf(kind: TokenKind): string | null {
    const { kind: found, text } = this.#next
    if (found !== kind) return null
    this.#at++
    return text
  }

  #expect(text: string): void {
    if (!this.#take(text)) throw syntaxError(this.#next.place, `“${text}” is missing`)
  }

  #expression(): Expression {
    if (++this.#nesting > MAX_NESTING) throw syntaxError(this.#next.place, 'Too many expressions are nested')
    const expression = this.#level(0)
    this.#nesting--
    return expression
  }

  #level(level: number): Expression {
    const operators = levels[level]
    if (!operators) return this.#negated()
    let left = this.#level(level + 1)
    while (this.#next.kind === 'operator' && operators.includes(this.#next.text)) {
      const operator = this.#next.text
      this.#at++
      left = binary(operator, left, this.#level(level + 1))
    }
    return left
  }

  #negated(): Expression {
    let signs = 0
    while (this.#take('-', 'operator')) signs++
    const expression = this.#union()
    if (signs === 0) return expression
    const sign = signs % 2 === 0 ? 1 : -1
    return {
      ...expression,
      isNumber: true,
      evaluate: context => sign * toNumber(expression.evaluate(context), context.page),
    }
  }

  #union(): Expression {
    const parts = [this.#path()]
    while (this.#take('|', 'operator')) parts.push(this.#path())
    const [only] = parts
    if (parts.length === 1 && only) return only
    return {
      isPositional: parts.some(part => part.isPositional),
      evaluate: context =>
        inDocumentOrder(new Set(parts.flatMap(({ evaluate }) => nodesOf(evaluate(context)))), context.page),
    }
  }

  #path(): Expression {
    const from = this.#next
    if (from.kind === 'literal' || from.kind === 'number' || from.kind === 'function' || from.text === '(')
      return this.#filtered()
    if (this.#take('/', 'operator')) {
      const steps = this.#isStep() ? this.#steps() : []
      return { evaluate: ({ page }) => walkSteps([page.root], steps, page) }
    }
    const isDeep = this.#take('//', 'operator')
    const steps = isDeep ? joined([anyDescendant, ...this.#steps()]) : this.#steps()
    return { evaluate: ({ page, node }) => walkSteps([isDeep ? page.root : node], steps, page) }
  }

  #filtered(): Expression {
    const primary = this.#primary()
    const predicates = this.#predicates()
    const isDeep = this.#take('//', 'operator')
    const steps = isDeep ? joined([anyDescendant, ...this.#steps()]) : this.#take('/', 'operator') ? this.#steps() : []
    if (predicates.length === 0 && steps.length === 0) return primary
    return {
      isPositional: primary.isPositional,
      evaluate(context) {
        const nodes = filter(nodesOf(primary.evaluate(context)), predicates, context.page)
        return steps.length === 0 ? nodes : walkSteps(nodes, steps, context.page)
      },
    }
  }

  #primary(): Expression {
    const { place } = this.#next
    if (this.#take('(')) {
      const inner = this.#expression()
      this.#expect(')')
      return inner
    }
    const literal = this.#takeOf('literal')
    if (literal !== null) return { evaluate: () => literal.slice(1, -1) }
    const number = this.#takeOf('number')
    if (number !== null) return { isNumber: true, evaluate: () => Number(number) }
    const name = this.#takeOf('function') ?? ''
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (!called) throw syntaxError(place, `There is no function “${name}”`)
    const values = this.#arguments()
    if (values.length < called.least || values.length > called.most)
      throw syntaxError(place, `“${name}” takes another number of values`)
    return {
      isNumber: called.result === 'number',
      isPositional: name === 'position' || name === 'last' || values.some(value => value.isPositional),
      evaluate(context) {
        context.page.step()
        return called.call(
          values.map(({ evaluate }) => evaluate(context)),
          context,
        )
      },
    }
  }

  #arguments(): Expression[] {
    this.#expect('(')
    const values: Expression[] = []
    if (this.#take(')')) return values
    do values.push(this.#expression())
    while (this.#take(','))
    this.#expect(')')
    return values
  }

  #isStep(): boolean {
    const { kind, text } = this.#next
    return kind === 'name' || kind === 'star' || kind === 'axis' || text === '@' || text === '.' || text === '..'
  }

  #steps(): Step[] {
    const steps = [this.#step()]
    for (;;) {
      if (this.#take('//', 'operator')) steps.push(anyDescendant, this.#step())
      else if (this.#take('/', 'operator')) steps.push(this.#step())
      else return joined(steps)
    }
  }

  #step(): Step {
    if (this.#take('.', 'symbol')) return { axis: 'self', test: () => true, predicates: [] }
    if (this.#take('..', 'symbol')) return { axis: 'parent', test: () => true, predicates: [] }
    const { place } = this.#next
    const axis = this.#take('@', 'symbol') ? 'attribute' : (this.#takeOf('axis') ?? 'child')
    if (this.#tokens[this.#at - 1]?.kind === 'axis') this.#expect('::')
    if (!Object.hasOwn(axes, axis)) throw syntaxError(place, `There is no axis “${axis}”`)
    return { axis, ...this.#test(axis), predicates: this.#predicates() }
  }

  #test(axis: string): Pick<Step, 'test' | 'tagName' | 'attributeName'> {
    const principal = axis === 'attribute' ? 'attribute' : 'element'
    const { place } = this.#next
    if (this.#takeOf('star') !== null) return { test: ({ kind }) => kind === principal }
    const name = this.#takeOf('name')
    if (name === null) throw this.#unexpected()
    if (name.includes(':')) throw syntaxError(place, 'Prefixes of namespaces are not known')
    if (this.#take('(')) {
      this.#takeOf('literal')
      this.#expect(')')
      if (name === 'node') return { test: () => true }
      // Comments and processing instructions are not in the tree.
      return { test: ({ kind }) => name === 'text' && kind === 'text' }
    }
    const wanted = name.toLowerCase()
    if (principal === 'attribute') return { attributeName: wanted, test: ({ kind }) => kind === 'attribute' }
    return { tagName: wanted, test: node => node.kind === 'element' && node.tagName.toLowerCase() === wanted }
  }

  #predicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.#take('[', 'symbol')) {
      predicates.push(this.#expression())
      this.#expect(']')
    }
    return predicates
  }
}

function binary(operator: string, left: Expression, right: Expression): Expression {
  const isPositional = left.isPositional || right.isPositional
  const compute = arithmetic[operator]
  if (compute)
    return {
      isPositional,
      isNumber: true,
      evaluate: context =>
        compute(toNumber(left.evaluate(context), context.page), toNumber(right.evaluate(context), context.page)),
    }
  if (operator === 'or' || operator === 'and')
    return {
      isPositional,
      evaluate(context) {
        const first = toBoolean(left.evaluate(context))
        return first === (operator === 'or') ? first : toBoolean(right.evaluate(context))
      },
    }
  return {
    isPositional,
    evaluate: context => compareValues(operator, left.evaluate(context), right.evaluate(context), context.page),
  }
}

interface Step {
  axis: string
  test(node: XPathNode): boolean
  /** Of a test for the name of an element, or of an attribute. */
  tagName?: string
  attributeName?: string
  predicates: readonly Expression[]
  /** Predicates count positions among the nodes of each parent, not among all that the step finds. */
  isByParent?: true
}

const anyDescendant: Step = { axis: 'descendant-or-self', test: () => true, predicates: [] }

/** `//name` is a step of its own: most elements have no such child, and to look at each of them takes seven to ten times as long. */
function joined(steps: readonly Step[]): Step[] {
  const isFree = ({ predicates }: Step) => predicates.every(({ isNumber, isPositional }) => !isNumber && !isPositional)
  const isJoined = (step: Step | undefined) => step?.axis === 'child' && (isFree(step) || step.tagName !== undefined)
  return steps.flatMap((step, index) => {
    const [before, next] = [steps[index - 1], steps[index + 1]]
    if (step === anyDescendant && isJoined(next)) return []
    if (before !== anyDescendant || !isJoined(step)) return [step]
    return [{ ...step, axis: 'descendant', ...(!isFree(step) && { isByParent: true as const }) }]
  })
}

function walkSteps(from: readonly XPathNode[], steps: readonly Step[], page: FieldPage): readonly XPathNode[] {
  return steps.reduce((nodes, step) => walkStep(nodes, step, page), from)
}

function walkStep(nodes: readonly XPathNode[], step: Step, page: FieldPage): readonly XPathNode[] {
  const [only] = nodes
  if (nodes.length === 1 && only) {
    const found = nodesOfStep(only, step, page)
    return reverseAxes.has(step.axis) ? found.toReversed() : found
  }
  if (ownAxes.has(step.axis)) return nodes.flatMap(node => nodesOfStep(node, step, page))
  const all = new Set<XPathNode>()
  for (const node of nodes) for (const found of nodesOfStep(node, step, page)) all.add(found)
  return inDocumentOrder(all, page)
}

/** What they find of nodes in document order is in that order, each once. */
const ownAxes: ReadonlySet<string> = new Set(['self', 'attribute'])
const reverseAxes: ReadonlySet<string> = new Set(['ancestor', 'ancestor-or-self', 'preceding', 'preceding-sibling'])

/** The nodes of one step in the order of its axis. */
function nodesOfStep(from: XPathNode, step: Step, page: FieldPage): readonly XPathNode[] {
  const nodes = stepFrom(from, step, page)
  if (!step.isByParent) return filter(nodes, step.predicates, page)
  const kept = new Set<XPathNode>()
  for (const siblings of Map.groupBy(nodes, parentOf).values())
    for (const node of filter(siblings, step.predicates, page)) kept.add(node)
  return nodes.filter(node => kept.has(node))
}

/** The same before the predicates. */
function stepFrom(
  node: XPathNode,
  { axis, test, tagName, attributeName }: Step,
  page: FieldPage,
): readonly XPathNode[] {
  if (node === page.root && axis === 'descendant' && tagName !== undefined) {
    const named = page.withTag(tagName)
    page.step(named.length)
    return named
  }
  if (attributeName !== undefined) {
    page.step()
    return namedAttribute(node, attributeName)
  }
  const found: XPathNode[] = []
  for (const each of axes[axis]?.(node, page) ?? []) {
    page.step()
    if (test(each)) found.push(each)
  }
  return found
}

function filter(nodes: readonly XPathNode[], predicates: readonly Expression[], page: FieldPage): readonly XPathNode[] {
  if (predicates.length === 0) return nodes
  return predicates.reduce((left, { evaluate }) => {
    page.step(left.length)
    return left.filter((node, index) => {
      const value = evaluate({ page, node, position: index + 1, size: left.length })
      return typeof value === 'number' ? value === index + 1 : toBoolean(value)
    })
  }, nodes)
}

function nodesOf(value: XPathValue): readonly XPathNode[] {
  if (!isNodes(value)) throw new FieldError('A path goes on after what is no node.')
  return value
}
