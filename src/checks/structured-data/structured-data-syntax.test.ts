import type { JsonLdFact } from '#shared/facts.ts'
import { testCheck } from '../test-check.ts'
import { structuredDataSyntax } from './structured-data-syntax.ts'

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
        message: 'Structured data cannot be read (Unexpected token })',
        evidence: [
          { kind: 'table', rows: [['12', '2', '1', 'Unexpected token }']] },
          { kind: 'code', code: '{"a":1,\n}', line: 12 },
        ],
      },
    },
    'several blocks': {
      facts: { jsonLd: [block('{', error), block('[', error)] },
      finds: { message: '2 blocks of structured data cannot be read' },
    },
    'one very long line, cut around the error': {
      facts: { jsonLd: [block(`{"a":"${'x'.repeat(5_000)}",}`, { message: 'Unexpected', line: 1, column: 5_008 })] },
      finds: { evidence: [{ kind: 'table' }, { kind: 'code', code: `${'x'.repeat(198)}",}` }] },
    },
  },
})
