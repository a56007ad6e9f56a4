import { testCheck } from '../test-check.ts'
import { frameTitleMissing } from './frame-title-missing.ts'

const tag = '<iframe src="/map">'

testCheck(frameTitleMissing, {
  passes: {},
  fails: {
    'a frame': {
      facts: { namelessFrames: [{ tag, url: 'https://example.com/map', path: 'body > iframe', line: 7 }] },
      finds: {
        message: 'Iframes without a title: 1 iframe',
        evidence: [
          {
            kind: 'table',
            label: 'Iframes without a title',
            columns: ['Tag', 'Line', 'Element'],
            rows: [[tag, '7', 'body > iframe']],
          },
        ],
      },
    },
  },
})
