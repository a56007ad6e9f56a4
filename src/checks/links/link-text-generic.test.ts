import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { linkTextGeneric } from './link-text-generic.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Targets without a descriptive link text',
  columns: ['Target', 'Text', 'Links', 'Line', 'Element'],
  rows,
})
const links = (...texts: string[]) => ({ links: texts.map(text => linkWith({ text })) })

testCheck(linkTextGeneric, {
  passes: {
    'a target with one telling link among generic ones': links('Read more', 'Prices of moorings'),
    'a telling text that starts with such a word': links('More moorings', 'Here comes the tide'),
    'a name in angle brackets': links('<this>'),
    'a link without text, which has its own check': links('', ' '),
    'an area of an image map': { links: [linkWith({ kind: 'area', text: 'here' })] },
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
        message: 'Non-descriptive link text for 1 target, such as "Read more"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(['https://example.com/other', 'Read more, READ MORE », click here…', '3', '20', 'body > main > a']),
        ],
      },
    },
    'six texts of one target, of which five are named': {
      facts: links('here', 'Here', 'HERE', 'here.', 'here!', 'here…'),
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "here"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [
          table(['https://example.com/other', 'here, Here, HERE, here., here!', '6', '20', 'body > main > a']),
        ],
      },
    },
    'a target beside links to it that say nothing': {
      facts: {
        links: [
          linkWith({ text: 'here' }),
          linkWith({ text: ' ' }),
          linkWith({ text: 'Prices', rel: ['nofollow'], isNofollow: true }),
          linkWith({ text: 'Prices', url: 'https://example.com/prices' }),
        ],
      },
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "here"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['https://example.com/other', 'here', '1', '20', 'body > main > a'])],
      },
    },
    'a German phrase on a German page': {
      facts: { lang: 'de-AT', ...links('Mehr erfahren') },
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "Mehr erfahren"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['https://example.com/other', 'Mehr erfahren', '1', '20', 'body > main > a'])],
      },
    },
    'a Japanese phrase': {
      facts: { lang: 'ja', ...links('詳しくはこちら') },
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "詳しくはこちら"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['https://example.com/other', '詳しくはこちら', '1', '20', 'body > main > a'])],
      },
    },
    'a French phrase with a typographic apostrophe': {
      facts: { lang: 'fr', ...links('Plus d’infos') },
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "Plus d’infos"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['https://example.com/other', 'Plus d’infos', '1', '20', 'body > main > a'])],
      },
    },
    'an English phrase on a page without language': {
      facts: { lang: null, ...links('here') },
      finds: {
        message: 'Non-descriptive link text for 1 target, such as "here"',
        details: { sourceUrl: 'https://example.com/page', referringSources: ['https://example.com/page'] },
        evidence: [table(['https://example.com/other', 'here', '1', '20', 'body > main > a'])],
      },
    },
  },
})
