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
