import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { linkTextGeneric } from './link-text-generic.ts'

const links = (...texts: string[]) => ({ links: texts.map(text => linkWith({ text })) })

testCheck(linkTextGeneric, {
  passes: {
    'a target with one telling link among generic ones': links('Read more', 'Prices of moorings'),
    'a telling text that starts with such a word': links('More moorings', 'Here comes the tide'),
    'a name in angle brackets': links('<this>'),
    'a link to the page itself': {
      links: [linkWith({ url: 'https://example.com/page', fragment: 'x', text: 'more' })],
    },
    'a German phrase on an English page': { lang: 'en', ...links('mehr') },
    'a nofollow link': { links: [linkWith({ text: 'here', rel: ['nofollow'], isNofollow: true })] },
    'an English phrase on a German page': { lang: 'de', ...links('here') },
  },
  fails: {
    'a target with generic links only, punctuation aside': {
      facts: links('Read more', 'READ MORE »', 'click here…'),
      finds: {
        severity: 'info',
        message: '1 target linked only by a text such as "Read more"',
        details: { sourceUrl: 'https://example.com/page' },
        evidence: [
          {
            kind: 'table',
            rows: [['https://example.com/other', 'Read more, READ MORE », click here…', '3', '20', 'body > main > a']],
          },
        ],
      },
    },
    'a German phrase on a German page': { facts: { lang: 'de-AT', ...links('Mehr erfahren') }, finds: {} },
    'a Japanese phrase': { facts: { lang: 'ja', ...links('詳しくはこちら') }, finds: {} },
    'a French phrase with a typographic apostrophe': { facts: { lang: 'fr', ...links('Plus d’infos') }, finds: {} },
    'an English phrase on a page without language': { facts: { lang: null, ...links('here') }, finds: {} },
  },
})
