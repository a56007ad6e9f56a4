import type { RefusedValueFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { headingWith, imageWith, linkWith, renderedWith } from '../test-facts.ts'
import { contentPlaceholder } from './content-placeholder.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Placeholders',
  columns: ['Placeholder', 'Location', 'Context'],
  rows,
})
const text = (mainText: string, codeRanges: [number, number][] = []) => ({ content: { mainText, codeRanges } })
const refused = (...values: Partial<RefusedValueFact>[]) => ({
  refusedValues: values.map(value => ({
    element: 'div',
    attribute: 'style',
    value: 'width: ZgotmplZ',
    path: 'body > main > div',
    line: 9,
    ...value,
  })),
})

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
    'a URL that Vue replaces in the browser': {
      links: [
        linkWith({ url: 'https://example.com/%7B%7B%20slug%20%7D%7D' }),
        linkWith({ kind: 'script', url: 'https://example.com/js/vue.global.js' }),
      ],
    },
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
    'a page about the value that templates refuse': {
      ...text('What ZgotmplZ means'),
      ...refused({ attribute: 'id', value: 'ZgotmplZ' }),
    },
    'a page whose title is about it': { titles: [{ text: 'ZgotmplZ', line: 3 }], ...refused({}) },
    'a page that was searched for by it': { url: 'https://example.com/search?q=ZgotmplZ', ...refused({}) },
    'attributes that speak of it': refused(
      { element: 'a', attribute: 'title', value: 'What ZgotmplZ means' },
      { element: 'meta', attribute: 'content', value: 'Why Hugo writes #ZgotmplZ' },
    ),
    'attributes that other checks name': {
      images: [imageWith({ path: 'body > main > img', lacksSource: 'page' })],
      ...refused(
        { element: 'html', attribute: 'lang', value: 'ZgotmplZ', path: 'html' },
        { element: 'img', attribute: 'src', value: '#ZgotmplZ', path: 'body > main > img' },
      ),
    },
    percentages: text('100%% and 50%%'),
  },
  fails: {
    'a URL of a template that was not run': {
      facts: { links: [linkWith({ url: 'https://example.com/%7B%7B%20slug%20%7D%7D', kind: 'image' })] },
      finds: {
        message: 'Placeholder in a URL ("%7B%7B%20slug%20%7D%7D")',
        evidence: [
          table([
            '%7B%7B%20slug%20%7D%7D',
            'URL of image, body > main > a',
            'https://example.com/%7B%7B%20slug%20%7D%7D',
          ]),
        ],
      },
    },
    'a fragment of a template that was not run': {
      facts: { links: [linkWith({ url: 'https://example.com/%7Ba', fragment: '%7B%7Bid%7D%7D' })] },
      finds: {
        message: 'Placeholder in a URL ("%7B%7Bid%7D%7D")',
        evidence: [table(['%7B%7Bid%7D%7D', 'URL of anchor, body > main > a', 'https://example.com/%7Ba'])],
      },
    },
    'values that a template refused, in any attribute': {
      facts: refused(
        { element: 'html', attribute: 'dir', value: 'ZgotmplZ', path: 'html', line: 1 },
        {},
        { attribute: 'class', value: 'card ZgotmplZ' },
        { element: 'img', attribute: 'srcset', value: '/a.png 1x, #ZgotmplZ 2x', path: 'body > img' },
        { element: 'a', attribute: 'href', value: ' #ZgotmplZ ', path: 'body > a', line: 0 },
        { element: 'p', attribute: 'lang', value: 'ZgotmplZ', path: 'body > p' },
      ),
      finds: {
        severity: 'warning',
        message: 'Placeholder "ZgotmplZ" in the dir attribute of <html>',
        evidence: [
          table(
            ['ZgotmplZ', 'Attribute dir of html, html, line 1', 'dir="ZgotmplZ"'],
            ['ZgotmplZ', 'Attribute style of div, body > main > div, line 9', 'style="width: ZgotmplZ"'],
            ['ZgotmplZ', 'Attribute class of div, body > main > div, line 9', 'class="card ZgotmplZ"'],
            ['ZgotmplZ', 'Attribute srcset of img, body > img, line 9', 'srcset="/a.png 1x, #ZgotmplZ 2x"'],
            ['ZgotmplZ', 'Attribute href of a, body > a', 'href=" #ZgotmplZ "'],
            ['ZgotmplZ', 'Attribute lang of p, body > p, line 9', 'lang="ZgotmplZ"'],
          ),
        ],
      },
    },
    'a source of an image that no other check reports': {
      facts: {
        images: [
          imageWith({ path: 'body > img' }),
          imageWith({ path: 'body > noscript > img', lacksSource: 'page', isInNoscript: true }),
          imageWith({ path: 'body > div > img', lacksSource: 'page' }),
        ],
        ...refused(
          { element: 'img', attribute: 'src', value: '#ZgotmplZ', path: 'body > noscript > img' },
          { element: 'img', attribute: 'src', value: '/b.png?v=ZgotmplZ', path: 'body > img' },
          { element: 'img', attribute: 'alt', value: 'ZgotmplZ', path: 'body > div > img' },
        ),
      },
      finds: {
        message: 'Placeholder "ZgotmplZ" in the src attribute of <img>',
        evidence: [
          table(
            ['ZgotmplZ', 'Attribute src of img, body > noscript > img, line 9', 'src="#ZgotmplZ"'],
            ['ZgotmplZ', 'Attribute src of img, body > img, line 9', 'src="/b.png?v=ZgotmplZ"'],
            ['ZgotmplZ', 'Attribute alt of img, body > div > img, line 9', 'alt="ZgotmplZ"'],
          ),
        ],
      },
    },
    'the name of an attribute that a template refused': {
      facts: refused({ attribute: 'zgotmplz', value: '' }, { attribute: 'zgotmplz', value: 'two words', line: 12 }),
      finds: {
        message: 'Placeholder "ZgotmplZ" as the name of an attribute of <div>',
        evidence: [
          table(
            ['ZgotmplZ', 'Name of an attribute of div, body > main > div, line 9', 'zgotmplz'],
            ['ZgotmplZ', 'Name of an attribute of div, body > main > div, line 12', 'zgotmplz="two words"'],
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
    'a long token, of which 60 characters are quoted': {
      facts: text(`{{ ${'a'.repeat(60)} }}`),
      finds: {
        message: `Placeholder text is visible ("{{ ${'a'.repeat(57)}")`,
        evidence: [table([`{{ ${'a'.repeat(60)} }}`, 'Main text', `{{ ${'a'.repeat(60)} }}`])],
      },
    },
    'a token that Vue left in the rendered page': {
      facts: {
        ...text('Hello {{ name }}'),
        links: [linkWith({ kind: 'script', url: 'https://example.com/js/vue.global.js' })],
        rendering: renderedWith(),
      },
      finds: {
        message: 'Placeholder text is visible ("{{ name }}")',
        evidence: [table(['{{ name }}', 'Main text', 'Hello {{ name }}'])],
      },
    },
    'a token on a page that links to one about Vue, and runs other scripts': {
      facts: {
        ...text('Hello {{ name }}'),
        links: [
          linkWith({ url: 'https://example.com/vue/' }),
          linkWith({ kind: 'script', url: 'https://example.com/app.js' }),
        ],
      },
      finds: {
        message: 'Placeholder text is visible ("{{ name }}")',
        evidence: [table(['{{ name }}', 'Main text', 'Hello {{ name }}'])],
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
    'a heading with a blank behind such a value, and a link whose URL cannot be read': {
      facts: {
        headings: [headingWith(2, 'NaN ')],
        links: [linkWith({ url: 'https://[', text: 'undefined' })],
      },
      finds: {
        message: 'Placeholder text is visible ("NaN")',
        evidence: [
          table(['NaN', 'Heading, body > main > h2', 'NaN'], ['undefined', 'Link, body > main > a', 'undefined']),
        ],
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
