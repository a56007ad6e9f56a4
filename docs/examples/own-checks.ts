import type { PageCheck } from 'sitesounder'

export const titleAllCapitals: PageCheck = {
  id: 'title-all-capitals',
  type: 'meta_issue',
  severity: 'warning',
  applies: 'html-ok',
  title: 'Title in capital letters',
  passedTitle: 'The title is not written in capital letters',
  why: 'Text in capital letters is slower to read, and Google may rewrite such a title in its results.',
  fix: 'Write the title as a normal sentence or headline.',
  example: { before: '<title>TIDE TABLES</title>', after: '<title>Tide tables</title>' },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
  ],
  thresholds: {
    table: {
      minLetters: {
        label: 'Letters of a title that is checked',
        unit: 'characters',
        default: 12,
        min: 1,
        max: 100,
        explanation: 'Shorter titles may be abbreviations.',
      },
    },
  },
  check: ({ title }, { minLetters }) => {
    const letters = title.match(/\p{Letter}/gu) ?? []
    const isCapitals = letters.length >= minLetters && letters.every(letter => /\p{Uppercase}/u.test(letter))
    return isCapitals ? [{ details: { title } }] : []
  },
}

export const priceMissing: PageCheck = {
  id: 'price-missing',
  type: 'own_issue',
  severity: 'error',
  applies: 'html-ok',
  title: 'Product without a price',
  passedTitle: 'The product has a price',
  why: 'Our shop lists a product only with its price.',
  fix: 'Enter the price of the product.',
  sources: [],
  check: page => {
    if (!page.url.includes('/products/')) return { skipped: 'No page of a product' }
    const hasPrice = page.content.mainText.includes('€')
    return hasPrice ? [] : [{ evidence: [{ kind: 'text', label: 'Heading', text: page.h1 }] }]
  },
}
