import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { mutated } from './mutant-hook.ts'

/** Small changes of a program, each of which some test should notice. */

const root = path.join(import.meta.dirname, '..')

export interface Mutant {
  /** Path below the repository. */
  file: string
  line: number
  /** Where the changed text stands in the file. */
  start: number
  end: number
  before: string
  after: string
}

/** From here on numbers are durations and sizes, of which one more is the same behaviour. */
const LARGE_NUMBER = 1_000

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
}

/**
 * All mutants of a file: negated conditions, swapped operators, changed numbers and booleans, removed calls and assignments, emptied
 * returns.
 */
export function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  const { program } = parseSync(file, source)
  const mutants: Mutant[] = []
  /** Where literals stand that are not changed. */
  const leftAsTheyAre = new Set<number>()
  const change = ({ start, end }: { start: number; end: number }, after: string) =>
    void mutants.push({
      file,
      line: source.slice(0, start).split('\n').length,
      start,
      end,
      before: source.slice(start, end),
      after,
    })
  const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const swapOperator = (operator: string, left: { end: number }, right: { start: number }) => {
    const after = swapped[operator]
    const start = source.indexOf(operator, left.end)
    if (after !== undefined && start < right.start) change({ start, end: start + operator.length }, after)
  }
  const negate = (test: Expression) => {
    if (!hasNegatingMutant(test)) change(test, `!(${text(test)})`)
  }
  const visitor = new Visitor({
    TSLiteralType: ({ literal }) => void leftAsTheyAre.add(literal.start),
    BinaryExpression({ operator, left, right }) {
      // A text minus another is no number: the code does not contain that, and every test of the text notices.
      if (operator === '+' && (isText(left) || isText(right))) return
      swapOperator(operator, left, right)
    },
    LogicalExpression({ operator, left, right }) {
      // The types demand a default of each element of a list, also where every index is within it.
      if (operator === '??' && left.type === 'MemberExpression' && left.computed) leftAsTheyAre.add(right.start)
      swapOperator(operator, left, right)
    },
    UnaryExpression(node) {
      if (node.operator === '!') change(node, text(node.argument))
    },
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    Literal(node) {
      if (leftAsTheyAre.has(node.start)) return
      if (typeof node.value === 'boolean') change(node, String(!node.value))
      if (typeof node.value === 'number' && node.value < LARGE_NUMBER) change(node, String(node.value + 1))
    },
    ExpressionStatement(node) {
      if (isEffect(node.expression)) change(node, ';')
    },
    ReturnStatement({ argument }) {
      if (argument && !isSettled(argument)) change(argument, 'undefined')
    },
    ArrowFunctionExpression({ body }) {
      if (body.type !== 'BlockStatement' && !isSettled(body)) change(body, '(undefined)')
    },
  })
  visitor.visit(program)
  return mutants.filter(({ start }) => !leftAsTheyAre.has(start))
}

/** Whether the program can still be read. Types are not checked. */
export function compiles(mutant: Mutant): boolean {
  const source = readFileSync(path.join(root, mutant.file), 'utf8')
  return parseSync(mutant.file, mutated(source, mutant)).errors.length === 0
}

/** Another mutant of the same expression does the same. */
function hasNegatingMutant(test: Expression): boolean {
  if (test.type === 'UnaryExpression') return test.operator === '!'
  return test.type === 'BinaryExpression' && (test.operator === '===' || test.operator === '!==')
}

/** `undefined` itself, and a boolean: to its callers `undefined` is as `false`, which another mutant makes of `true`. */
function isSettled(node: { type: string; name?: unknown; value?: unknown }): boolean {
  return node.name === 'undefined' || typeof node.value === 'boolean'
}

function isText(node: { type: string; value?: unknown }): boolean {
  return node.type === 'TemplateLiteral' || typeof node.value === 'string'
}

function isEffect({ type }: Expression): boolean {
  return ['CallExpression', 'ChainExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'].includes(
    type,
  )
}
