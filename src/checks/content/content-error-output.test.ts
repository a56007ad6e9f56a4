import { testCheck } from '../test-check.ts'
import { contentErrorOutput } from './content-error-output.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Error output',
  columns: ['Match', 'Context'],
  rows,
})
const text = (mainText: string, codeRanges: [number, number][] = []) => ({ content: { mainText, codeRanges } })
const FATAL = 'Fatal error: Uncaught Error: Call to undefined function x() in /var/www/a.php on line 12'

testCheck(contentErrorOutput, {
  passes: {
    'the message in a code block': text(FATAL, [[0, FATAL.length]]),
    'a page about the message': { ...text(FATAL), titles: [{ text: 'How to fix PHP Fatal error messages', line: 3 }] },
    'a page about such notices': {
      ...text('Notice: Undefined index: id in /srv/a.php on line 3'),
      titles: [{ text: 'PHP: undefined index', line: 3 }],
    },
    'a message that a forum post quotes behind a colon': text(`It does not start at all: ${FATAL}`),
    'a message in quotation marks': text(`It says “${FATAL}”.`),
    'a notice behind a colon': text('It prints: Notice: Undefined index: id in /srv/a.php on line 3'),
    'a warning of other kind': text('Warning: the tide rises on line 3 of the gauge.'),
    'the words without a line number': text('A fatal error: he set out on line of sight.'),
  },
  fails: {
    'a failed PHP page': {
      facts: text(`Welcome ${FATAL}`),
      finds: {
        severity: 'error',
        message: 'Server error output is visible ("Fatal error: Uncaught Error: Call to undefined function x() ")',
        evidence: [table([FATAL, `Welcome ${FATAL}`])],
      },
    },
    'a PHP notice on a page that goes on, as a warning': {
      facts: text('Notice : Undefined index: id in /srv/a.php on line 3 Welcome'),
      finds: {
        severity: 'warning',
        message: 'Server error output is visible ("Notice : Undefined index: id in /srv/a.php on line 3")',
        evidence: [
          table([
            'Notice : Undefined index: id in /srv/a.php on line 3',
            'Notice : Undefined index: id in /srv/a.php on line 3 Welcome',
          ]),
        ],
      },
    },
    'a Python traceback': {
      facts: text('Traceback (most recent call last): File "/app/a.py"'),
      finds: {
        message: 'Server error output is visible ("Traceback (most recent call last)")',
        evidence: [table(['Traceback (most recent call last)', 'Traceback (most recent call last): File "/app/a.py"'])],
      },
    },
    'a database error': {
      facts: text('SQLSTATE[HY000] [2002] Connection refused'),
      finds: {
        message: 'Server error output is visible ("SQLSTATE[")',
        evidence: [table(['SQLSTATE[', 'SQLSTATE[HY000] [2002] Connection refused'])],
      },
    },
    'a Java exception': {
      facts: text('Exception in thread "main" java.lang.Error'),
      finds: {
        message: 'Server error output is visible ("Exception in thread "")',
        evidence: [table(['Exception in thread "', 'Exception in thread "main" java.lang.Error'])],
      },
    },
  },
  skips: { 'an error page': { facts: { ...text(FATAL), response: { status: 500 } }, reason: null } },
})
