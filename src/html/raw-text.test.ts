import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfRawText, endOfScript } from './raw-text.ts'

/** What stands before the bar is the text. */
const scripts: readonly string[] = [
  'a<b|</script>',
  'a|</SCRIPT >',
  '</scripts></scrip>|</script/>',
  'a</script|',
  '<!--|</script>-->',
  '<!--<script>a</script>b-->|</script>',
  '<!--<script>a</script>|</script>-->',
  '<!--<script>-->|</script>',
  '<!-- <scripty>|</script>',
  '<!--><script>|</script>',
  '<!---><script>|</script>',
  '<!-<script>|</script>',
  '<!--<SCRIPT/</Script >|</script>',
  '<!--<script>a|',
]
for (const marked of scripts)
  test(`endOfScript() in ${marked}`, () => {
    assert.equal(endOfScript(marked.replace('|', ''), 0), marked.indexOf('|'))
  })

const titles: readonly string[] = ['a</b|</title>', '</titles>|</TITLE\n>', 'a</title|', '|</title/']
for (const marked of titles)
  test(`endOfRawText() in ${JSON.stringify(marked)}`, () => {
    assert.equal(endOfRawText(marked.replace('|', ''), 0, 'title'), marked.indexOf('|'))
  })
