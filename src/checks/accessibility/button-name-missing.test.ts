import { testCheck } from '../test-check.ts'
import { imageWith, renderedWith } from '../test-facts.ts'
import { buttonNameMissing } from './button-name-missing.ts'

testCheck(buttonNameMissing, {
  passes: {
    'a name that a script fills in': {
      namelessButtons: [
        { tag: '<button class="switch" title aria-checked="false">', url: '', path: 'header > button', line: 9 },
      ],
    },
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
    'a button whose class speaks of a title': {
      facts: {
        namelessButtons: [
          { tag: '<button class="menu title aria-label">', url: '', path: 'body > header > button', line: 9 },
        ],
      },
      finds: {
        severity: 'warning',
        message: '1 button without an accessible name',
        evidence: [
          {
            kind: 'table',
            label: 'Buttons without an accessible name',
            columns: ['Tag', 'Line', 'Element'],
            rows: [['<button class="menu title aria-label">', '9', 'body > header > button']],
          },
        ],
      },
    },
    'a name without a value that no script has filled in': {
      facts: {
        rendering: renderedWith(),
        namelessButtons: [{ tag: '<button title>', url: '', path: 'body > header > button', line: 9 }],
      },
      finds: {
        severity: 'warning',
        message: '1 button without an accessible name',
        evidence: [
          {
            kind: 'table',
            label: 'Buttons without an accessible name',
            columns: ['Tag', 'Line', 'Element'],
            rows: [['<button title>', '9', 'body > header > button']],
          },
        ],
      },
    },
  },
})
