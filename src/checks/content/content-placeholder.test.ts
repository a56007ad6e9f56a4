import { testCheck } from '../test-check.ts'
import { headingWith, linkWith } from '../test-facts.ts'
import { contentPlaceholder } from './content-placeholder.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Placeholders',
  columns: ['Placeholder', 'Location', 'Context'],
  rows,
})
const text = (mainText: string, codeRanges: [number, number][] = []) => ({ content: { mainText, codeRanges } })

testCheck(contentPlaceholder, {
  passes: {
    'a template token in a code block': text('Write {{ name }} there.', [[6, 16]]),
    'filler in a code block': text('lorem ipsum dolor', [[0, 17]]),
    'filler that a manual shows as code and as what comes of it': text(
      '> Lorem ipsum dolor sit amet. Lorem ipsum dolor sit amet.',
      [[0, 29]],
    ),
    'a token in a heading of a manual that shows it as code': {
      ...text('{{copy}} copies files. {{copy "a"}}', [[23, 35]]),
      headings: [headingWith(2, '{{copy}}')],
    },
    'a URL with a brace': { links: [linkWith({ url: 'https://example.com/%7Bid%7D' })] },
    'a page that mentions lorem ipsum': text('We never use lorem ipsum here.'),
    'the word undefined in a sentence': text('The result is undefined behaviour, not NaN.'),
    'a token that Vue replaces in the browser': {
      ...text('Hello {{ name }}'),
      links: [linkWith({ kind: 'script', url: 'https://example.com/js/vue.global.js' })],
    },
    'a reference page whose subject is the value': {
      url: 'https://example.com/docs/NaN',
      headings: [headingWith(1, 'NaN')],
      links: [linkWith({ url: 'https://example.com/docs/undefined', text: 'undefined' })],
    },
    'braces of another kind': text('a {b} {{}} {{ } c'),
    percentages: text('100%% and 50%%'),
  },
  fails: {
    'URLs that a template wrote in vain': {
      facts: {
        links: [
          linkWith({ url: 'https://example.com/page', fragment: 'ZgotmplZ' }),
          linkWith({ url: 'https://example.com/%7B%7B%20slug%20%7D%7D', kind: 'image' }),
        ],
      },
      finds: {
        message: 'Placeholder text is visible ("#ZgotmplZ")',
        evidence: [
          table(
            ['#ZgotmplZ', 'URL of anchor, body > main > a', 'https://example.com/page'],
            ['%7B%7B%20slug%20%7D%7D', 'URL of image, body > main > a', 'https://example.com/%7B%7B%20slug%20%7D%7D'],
          ),
        ],
      },
    },
    'filler text': {
      facts: text('Our story. Lorem Ipsum dolor sit amet.'),
      finds: {
        severity: 'warning',
        message: 'Placeholder text is visible ("Lorem Ipsum dolor")',
        evidence: [table(['Lorem Ipsum dolor', 'Main text', 'Our story. Lorem Ipsum dolor sit amet.'])],
      },
    },
    'filler beside code about something else': {
      facts: text('Write x = 1. Lorem ipsum dolor sit amet.', [[6, 11]]),
      finds: {
        message: 'Placeholder text is visible ("Lorem ipsum dolor")',
        evidence: [table(['Lorem ipsum dolor', 'Main text', 'Write . Lorem ipsum dolor sit amet.'])],
      },
    },
    'a token beside one in code': {
      facts: text('Use {{ a }} or {{ b }}', [[4, 11]]),
      finds: {
        message: 'Placeholder text is visible ("{{ b }}")',
        evidence: [table(['{{ b }}', 'Main text', 'Use or {{ b }}'])],
      },
    },
    'a token of a server template': {
      facts: text('Hello {% user %}'),
      finds: {
        message: 'Placeholder text is visible ("{% user %}")',
        evidence: [table(['{% user %}', 'Main text', 'Hello {% user %}'])],
      },
    },
    'a token of a plugin in the title': {
      facts: { titles: [{ text: '%%title%% %%sep%% Harbour', line: 3 }] },
      finds: {
        message: 'Placeholder text is visible ("%%title%%")',
        evidence: [table(['%%title%%', 'Title', '%%title%% %%sep%% Harbour'])],
      },
    },
    'an object as a heading': {
      facts: { headings: [headingWith(2, '[object Object]')] },
      finds: {
        message: 'Placeholder text is visible ("[object Object]")',
        evidence: [table(['[object Object]', 'Heading, body > main > h2', '[object Object]'])],
      },
    },
    'an undefined link': {
      facts: { links: [linkWith({ text: 'undefined' })] },
      finds: {
        message: 'Placeholder text is visible ("undefined")',
        evidence: [table(['undefined', 'Link, body > main > a', 'undefined'])],
      },
    },
    'a price that is no number': {
      facts: text('Only $NaN per night'),
      finds: {
        message: 'Placeholder text is visible ("$NaN")',
        evidence: [table(['$NaN', 'Main text', 'Only $NaN per night'])],
      },
    },
  },
})
