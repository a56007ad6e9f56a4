import { testCheck } from '../test-check.ts'
import { zoomDisabled } from './zoom-disabled.ts'

const viewport = (rest: string) => ({ viewport: `width=device-width, ${rest}` })

testCheck(zoomDisabled, {
  passes: {
    'no viewport': { viewport: null },
    'zooming up to twice the size': viewport('maximum-scale=2'),
    'zooming explicitly allowed': viewport('user-scalable=yes, maximum-scale=5.0'),
    'zooming allowed by a number': viewport('user-scalable=1'),
    'a value that browsers ignore': viewport('maximum-scale=-1'),
  },
  fails: {
    'zooming forbidden by a word': {
      facts: viewport('user-scalable=no'),
      finds: {
        severity: 'warning',
        message: 'Zooming is disabled (user-scalable=no)',
        evidence: [
          {
            kind: 'code',
            label: 'Viewport',
            code: '<meta name="viewport" content="width=device-width, user-scalable=no">',
          },
        ],
      },
    },
    'zooming forbidden by zero': {
      facts: viewport('user-scalable=0'),
      finds: {
        message: 'Zooming is disabled (user-scalable=0)',
        evidence: [
          {
            kind: 'code',
            label: 'Viewport',
            code: '<meta name="viewport" content="width=device-width, user-scalable=0">',
          },
        ],
      },
    },
    'zooming limited to nothing': {
      facts: viewport('maximum-scale=0'),
      finds: {
        message: 'Zooming is disabled (maximum-scale=0)',
        evidence: [
          {
            kind: 'code',
            label: 'Viewport',
            code: '<meta name="viewport" content="width=device-width, maximum-scale=0">',
          },
        ],
      },
    },
    'zooming limited below twice the size': {
      facts: viewport('maximum-scale=1.0'),
      finds: {
        message: 'Zooming is disabled (maximum-scale=1)',
        evidence: [
          {
            kind: 'code',
            label: 'Viewport',
            code: '<meta name="viewport" content="width=device-width, maximum-scale=1.0">',
          },
        ],
      },
    },
  },
})
