import { testCheck } from '../test-check.ts'
import { linkWith } from '../test-facts.ts'
import { technologyObsolete } from './technology-obsolete.ts'

const swf = 'https://example.com/intro.swf'

testCheck(technologyObsolete, {
  passes: {
    'a link to such a file': { links: [linkWith({ url: swf })] },
    'a video': { links: [linkWith({ kind: 'media', url: 'https://example.com/intro.mp4' })] },
    'a frame within a page': { links: [linkWith({ kind: 'frame', path: 'body > iframe' })] },
  },
  fails: {
    'a Flash file': {
      facts: { links: [linkWith({ kind: 'media', url: swf, line: 8, path: 'body > object' })] },
      finds: {
        message: `Content for a browser plugin: ${swf}`,
        evidence: [
          {
            kind: 'table',
            label: 'Plugin content',
            columns: ['File', 'Line', 'Element'],
            rows: [[swf, '8', 'body > object']],
          },
        ],
      },
    },
    'a frameset': {
      facts: { links: [linkWith({ kind: 'frame', path: 'frameset > frame:nth-of-type(1)' })] },
      finds: { message: 'The page is a frameset' },
    },
  },
})
