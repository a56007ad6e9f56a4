import type { JsonLdFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataSyntax } from './structured-data-syntax.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Blocks that are not valid JSON',
  columns: ['Block starts at line', 'Line', 'Column', 'Message'],
  rows,
})
const block = (raw: string, error: JsonLdFact['error']): JsonLdFact => ({ raw, line: 12, error, types: [] })
const error = { message: 'Unexpected token }', line: 2, column: 1 }

const tenLines = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].join('\n')

testCheck(structuredDataSyntax, {
  passes: {
    'a block that parses': { jsonLd: [block('{}', null)] },
    'an empty block': { jsonLd: [block(' \n', { message: 'Unexpected end', line: 1, column: 1 })] },
  },
  fails: {
    'a trailing comma, with its place': {
      facts: { jsonLd: [block('{}', null), block('{"a":1,\n}', error)] },
      finds: {
        severity: 'error',
        message: 'Structured data syntax error (Unexpected token })',
        evidence: [
          table(['12', '2', '1', 'Unexpected token }']),
          { kind: 'code', label: 'Block', code: '{"a":1,\n}', line: 12 },
        ],
      },
    },
    'an error within a long block, of which three lines before and after are shown': {
      facts: { jsonLd: [block(tenLines, { message: 'Unexpected', line: 5, column: 2 })] },
      finds: {
        message: 'Structured data syntax error (Unexpected)',
        evidence: [
          table(['12', '5', '2', 'Unexpected']),
          { kind: 'code', label: 'Block', code: '2\n3\n4\n5\n6\n7\n8', line: 12 },
        ],
      },
    },
    'an error beyond the last line': {
      facts: { jsonLd: [block('[1,\n2', { message: 'Unexpected', line: 9, column: 1 })] },
      finds: {
        message: 'Structured data syntax error (Unexpected)',
        evidence: [table(['12', '9', '1', 'Unexpected']), { kind: 'code', label: 'Block', code: '[1,\n2', line: 12 }],
      },
    },
    'a line of 400 characters, which is shown as it is': {
      facts: { jsonLd: [block(`[\n${'x'.repeat(400)}`, { message: 'Unexpected', line: 2, column: 300 })] },
      finds: {
        message: 'Structured data syntax error (Unexpected)',
        evidence: [
          table(['12', '2', '300', 'Unexpected']),
          { kind: 'code', label: 'Block', code: `[\n${'x'.repeat(400)}`, line: 12 },
        ],
      },
    },
    'a line of 401 characters, cut around the error': {
      facts: { jsonLd: [block(`[\n${'x'.repeat(401)}`, { message: 'Unexpected', line: 2, column: 201 })] },
      finds: {
        message: 'Structured data syntax error (Unexpected)',
        evidence: [
          table(['12', '2', '201', 'Unexpected']),
          { kind: 'code', label: 'Block', code: 'x'.repeat(400), line: 12 },
        ],
      },
    },
    'several blocks': {
      facts: { jsonLd: [block('{', error), block('[', error)] },
      finds: {
        message: 'Structured data syntax errors in 2 blocks',
        evidence: [
          table(['12', '2', '1', 'Unexpected token }'], ['12', '2', '1', 'Unexpected token }']),
          { kind: 'code', label: 'Block', code: '{', line: 12 },
        ],
      },
    },
    'one very long line, cut around the error': {
      facts: { jsonLd: [block(`{"a":"${'x'.repeat(5_000)}",}`, { message: 'Unexpected', line: 1, column: 5_008 })] },
      finds: {
        message: 'Structured data syntax error (Unexpected)',
        evidence: [
          table(['12', '1', '5008', 'Unexpected']),
          { kind: 'code', label: 'Block', code: `${'x'.repeat(198)}",}`, line: 12 },
        ],
      },
    },
  },
})
