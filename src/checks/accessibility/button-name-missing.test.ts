import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { buttonNameMissing } from './button-name-missing.ts'

testCheck(buttonNameMissing, {
  passes: {
    'a button with an image only, which the image checks report': {
      images: [imageWith({ alt: null, soleContentOf: { element: 'button', url: '' } })],
    },
  },
  fails: {
    'a button without name': {
      facts: {
        namelessButtons: [{ tag: '<button class="menu">', url: '', path: 'body > header > button', line: 9 }],
      },
      finds: {
        severity: 'warning',
        message: '1 button without an accessible name',
        evidence: [
          {
            kind: 'table',
            label: 'Buttons without an accessible name',
            columns: ['Tag', 'Line', 'Element'],
            rows: [['<button class="menu">', '9', 'body > header > button']],
          },
        ],
      },
    },
  },
})
