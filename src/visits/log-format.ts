import { isW3cDirective, jsonParser, w3cParser } from './log-columns.ts'
import { emptyEntry, type LineParser } from './log-entry.ts'
import { COMBINED, COMMON, templateParser, VHOST_COMBINED } from './log-template.ts'
import { UnreadableFileError } from './text-lines.ts'

export interface LogFormat {
  name: string
  parse: LineParser
}

/**
 * The format of a log by its first lines, or as a person gave it; null for what is no log. Directives and comments are no requests.
 *
 * @throws UnreadableFileError for a given format that is none, or that no line has.
 */
export function logFormat(sample: readonly string[], given: string | undefined): LogFormat | null {
  if (given !== undefined) return givenFormat(sample, given)
  const [best] = knownFormats()
    .map(format => ({ ...format, read: countRead(format.parse, sample) }))
    .sort((one, other) => other.read - one.read)
  if (best !== undefined && best.read > 0) return best
  return sample.some(isW3cDirective) ? { name: 'W3C extended', parse: w3cParser() } : null
}

function givenFormat(sample: readonly string[], given: string): LogFormat {
  const parse = /escape=json|^\s*\{/.test(given) ? jsonParser : templateParser(given)
  if (parse === null)
    throw new UnreadableFileError(
      'The format must have the request ($request, %r), or its method and URI, and the status code.',
    )
  if (countRead(parse, sample) === 0) throw new UnreadableFileError('No line of the file has the given format.')
  return { name: 'Given format', parse }
}

/** Of formats that read as many lines, the first counts: the common format also reads the lines of the combined one. */
function knownFormats(): LogFormat[] {
  const templates = [
    { name: 'Combined with host', format: VHOST_COMBINED },
    { name: 'Combined', format: COMBINED },
    { name: 'Common', format: COMMON },
  ].flatMap(({ name, format }) => {
    const parse = templateParser(format)
    return parse === null ? [] : [{ name, parse }]
  })
  return [...templates, { name: 'W3C extended', parse: w3cParser() }, { name: 'JSON lines', parse: jsonParser }]
}

function countRead(parse: LineParser, lines: readonly string[]): number {
  const entry = emptyEntry()
  return lines.filter(line => parse(line, entry)).length
}
