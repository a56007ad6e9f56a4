import type { PageFacts } from '#shared/facts.ts'
import type { Severity } from '#shared/model.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'
import { firstInProse, mainPiece, type ProseMatch, proseIdentity } from './prose.ts'

export const contentErrorOutput = elementCheck<ErrorOutput>({
  id: 'content-error-output',
  type: 'content_issue',
  severity: 'error',
  applies: 'html',
  title: 'Server error output is visible',
  passedTitle: 'No server error output is visible',
  why: 'A program on the server failed and printed its error message into the page. Visitors miss the content, and attackers learn about paths and databases.',
  fix: 'Fix the error in the program, and turn off error display on the production server: in PHP, display_errors = Off. Log errors instead.',
  sources: [
    {
      title: 'OWASP: Testing for error handling',
      url: 'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/08-Testing_for_Error_Handling/01-Testing_For_Improper_Error_Handling',
    },
    { title: 'PHP: display_errors', url: 'https://www.php.net/manual/en/errorfunc.configuration.php' },
  ],
  elements: page => {
    const text = mainPiece(page)
    const found: ErrorOutput[] = []
    for (const signature of signatures) {
      const match = firstInProse(text, signature)
      if (match && !isAbout(page, signature.name)) found.push({ ...match, severity: signature.severity ?? 'error' })
    }
    return found
  },
  identify: proseIdentity,
  finding: found => {
    const table = tableEvidence({
      label: 'Error output',
      columns: ['Match', 'Context'],
      items: found,
      row: item => [item.match, item.snippet],
    })
    return {
      severity: found.some(each => each.severity === 'error') ? 'error' : 'warning',
      message: `Server error output is visible ("${found[0].match.slice(0, 60)}")`,
      evidence: [table],
    }
  },
})

interface ErrorOutput extends ProseMatch {
  severity: Severity
}

/** A page about such a message names it in its title or heading; a page that fails has its own. */
function isAbout({ title, h1, metaDescription }: PageFacts, name: string): boolean {
  return `${title} ${h1} ${metaDescription}`.toLowerCase().includes(name)
}

/**
 * What servers print, with the words by which a page about it would call it; the lengths bound the search. Behind a colon, a quotation mark
 * or a bracket, someone quotes the message, as in the posts of a forum.
 */
const signatures: readonly { name: string; needs: readonly string[]; pattern: RegExp; severity?: Severity }[] = [
  {
    name: 'fatal error',
    needs: ['Fatal error: ', 'Parse error: '],
    pattern: /(?<![:"'“„«(]\s?)\b(?:Fatal|Parse) error: [^\n]{1,500}? on line \d+/,
  },
  // The page goes on behind these, so that they harm less. The name of the file tells them from prose.
  {
    name: 'php',
    severity: 'warning',
    needs: ['Warning', 'Notice', 'Deprecated', 'Strict Standards'],
    pattern:
      /(?<![:"'“„«(]\s?)\b(?:Warning|Notice|Deprecated|Strict Standards) ?: [^\n]{1,500}?\.(?:php|phtml|inc|module) on line \d+/,
  },
  { name: 'traceback', needs: ['Traceback'], pattern: /Traceback \(most recent call last\)/ },
  { name: 'sqlstate', needs: ['SQLSTATE['], pattern: /SQLSTATE\[/ },
  { name: 'exception', needs: ['Exception in'], pattern: /Exception in thread "/ },
]
