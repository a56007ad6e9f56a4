import type { JsonLdFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { codeEvidence, excerpt, tableEvidence } from '../evidence.ts'

interface FailedBlock extends JsonLdFact {
  error: NonNullable<JsonLdFact['error']>
}

export const structuredDataSyntax = elementCheck<FailedBlock>({
  id: 'structured-data-syntax',
  type: 'structured_data_issue',
  severity: 'error',
  applies: 'html',
  title: 'Structured data syntax error',
  passedTitle: 'Structured data has no syntax errors',
  why: 'The JSON-LD block is not valid JSON, so search engines ignore all of it. Rich results that depend on it do not appear.',
  fix: 'Fix the error at the position below: an extra comma, a missing quote, a comment, or a line break inside a string. Generate the block with a JSON library instead of a template.',
  example: { before: '{ "@type": "Product", "name": "Anchor", }', after: '{ "@type": "Product", "name": "Anchor" }' },
  sources: [
    {
      title: 'Google: General structured data guidelines',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
    },
    { title: 'RFC 8259: JSON', url: 'https://www.rfc-editor.org/rfc/rfc8259' },
  ],
  elements: ({ jsonLd }) => jsonLd.filter(isFailed),
  // Most of a block are values of its page.
  identify: block => ({ tag: [block.error.message, propertyBefore(block), ...block.types].join(' ') }),
  finding: failed => {
    const [first] = failed
    const table = tableEvidence({
      label: 'Blocks that are not valid JSON',
      columns: ['Block starts at line', 'Line', 'Column', 'Message'],
      items: failed,
      row: block => [block.line, block.error.line, block.error.column, block.error.message],
    })
    const message =
      failed.length === 1
        ? `Structured data syntax error (${first.error.message})`
        : `Structured data syntax errors in ${counted(failed.length, 'block')}`
    return { message, evidence: [table, codeEvidence('Block', around(first), first.line)] }
  },
})

function isFailed(block: JsonLdFact): block is FailedBlock {
  return block.error !== null && block.raw.trim() !== ''
}

/** Characters before the error in which its property is looked for. */
const MAX_BEFORE = 1_000
const LAST_PROPERTY = /"([^"\\]{1,100})"\s*:[^:]*$/

/** The last property before the error; '' when none is near. */
function propertyBefore({ raw, error }: FailedBlock): string {
  const lines = raw.split('\n', error.line)
  const before = [...lines.slice(0, -1), lines.at(-1)?.slice(0, error.column) ?? ''].join('\n')
  return LAST_PROPERTY.exec(before.slice(-MAX_BEFORE))?.[1] ?? ''
}

/** The lines next to the error; the whole block may be long. */
function around({ raw, error }: FailedBlock): string {
  const lines = raw.split('\n')
  const at = Math.min(lines.length, Math.max(1, error.line))
  const nearby = lines.slice(Math.max(0, at - 4), at + 3)
  const longLine = lines[at - 1] ?? ''
  if (longLine.length <= 400) return excerpt(nearby.join('\n'), 1_000)
  const from = Math.max(0, error.column - 200)
  return excerpt(longLine.slice(from, from + 400).toWellFormed(), 1_000)
}
