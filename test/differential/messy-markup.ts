import { TAG_NAMES } from '#html/tags.ts'
import { pick, type Random } from '../properties/random.ts'

/** Tags that have rules of their own together are rarer than these. */
// biome-ignore format: a list
const COMMON_TAGS: readonly string[] = [
  'a', 'b', 'i', 'p', 'div', 'table', 'tr', 'td', 'tbody', 'caption', 'select', 'option', 'button', 'li', 'ul', 'svg', 'math',
  'mi', 'annotation-xml', 'foreignObject', 'desc', 'template', 'font', 'nobr', 'form', 'h1', 'span', 'object', 'col',
  'colgroup', 'x-y', 'dd', 'dt', 'head', 'body', 'html', 'title', 'script', 'textarea', 'pre', 'input', 'frameset', 'rt',
  'ruby', 'optgroup', 'hr', 'br', 'image', 'noscript', 'style',
]
const TAGS: readonly string[] = [...TAG_NAMES.slice(1), ...COMMON_TAGS, 'linearGradient', 'X', 'p\0', '\u{e9}']
// biome-ignore format: a list
const ATTRIBUTES: readonly string[] = [
  ' a=b', ' href=/x?a=1&amp;b&copy=2', ' class="a b"', ' type=hidden', ' encoding="text/html"', ' color=red', ' /', '/',
  ' xlink:href=a href=b', ' viewbox=1 definitionurl=2', ' a a A=1', ' =x', ` b='&lt;\r\n'`, ' x\0y=\0z', ' "', ' <', ' a=/',
  '\n\t\f\r\n', ' \u{212a}=1', ' = a = "b"c=d', ` title='&notit; &not= &amp'`,
]
// biome-ignore format: a list
const TEXTS: readonly string[] = [
  'text', ' ', '\n', '\r\n', '\r', '&amp;', '&ampx', '&#0;', '&#10;', '&#13;\n', '&nbsp;', '&notit;', '&', '\0', '<', '</', '</>',
  '<!', '<!-->', '<!--->', '<!-- x --!>', '<!-- <!-->', '-->', '--!>', '<?pi>', '</ x>', '<![CDATA[x]]>', '<![CDATA[',
  '<![CDATA[\0 a]]>', ']]>', '<!doctype html>', '<!doctype>', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
  `<!DOCTYPE html SYSTEM 'about:legacy-compat'>`, '<script><!--', '<script><!--<script></script>', '--><', '<plaintext>',
  '\u{e9}\u{1F600}', '\uD800', '"', '=', '>', '/>', 'a b c', '<a', '<a b', '<a b="', '<p hidden', '&#x1F600;', '&#128;',
  '&#xD800;', '&#99999999999;', '&lt', '&Tab;', 'x\0 y', '&#x;', '&#;', '&CounterClockwiseContourIntegral;',
]

/** Markup of random tags and pieces, as no person would write it; some keeps to a few tags, so that they meet. */
export function messyMarkup(random: Random): string {
  const tags = tagsFor(random)
  let markup = random(3) > 0 ? '' : '<!doctype html>'
  for (let left = random(80); left > 0; left--) {
    const kind = random(10)
    if (kind < 5) markup += startTag(random, pick(random, tags))
    else if (kind < 8) markup += `</${pick(random, tags)}>`
    else markup += pick(random, TEXTS)
  }
  return markup
}

function tagsFor(random: Random): readonly string[] {
  if (random(3) === 0) return TAGS
  if (random(2) === 0) return COMMON_TAGS
  return Array.from({ length: 3 + random(12) }, () => pick(random, COMMON_TAGS))
}

function startTag(random: Random, tag: string): string {
  const name = random(30) === 0 ? tag.toUpperCase() : tag
  const attributes = random(5) > 0 ? '' : Array.from({ length: random(4) }, () => pick(random, ATTRIBUTES)).join('')
  return `<${name}${attributes}${random(25) === 0 ? '/' : ''}>`
}
