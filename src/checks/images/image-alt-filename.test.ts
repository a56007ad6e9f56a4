import { testCheck } from '../test-check.ts'
import { imageWith } from '../test-facts.ts'
import { imageAltFilename } from './image-alt-filename.ts'

const alts = (...texts: string[]) => ({ images: texts.map(alt => imageWith({ alt })) })

testCheck(imageAltFilename, {
  passes: {
    'a sentence that ends in a file name': alts('Screen after opening report.png'),
    'a description that starts with such a word': alts('Photo of the quay', 'Image 3 of 5: the lock', 'imagery'),
    'a name with a dot that is no image': alts('Node.js'),
    'an empty alt': alts(''),
  },
  fails: {
    'words of an editor alone, which are no file names': {
      facts: alts('image', 'Screenshot'),
      finds: {
        message: 'File name in place of an alt text, or a word such as “image”: nothing says what 2 images show',
      },
    },
    'a file name and camera names': {
      facts: alts('harbour-01.JPG', 'IMG_0042', 'dsc-17', 'Screenshot 2', 'image', 'placeholder'),
      finds: {
        severity: 'warning',
        message: 'File name in place of an alt text: nothing says what 6 images show',
        details: { imageData: [{ alt: 'harbour-01.JPG' }] },
        evidence: [{ kind: 'table', rows: [['harbour-01.JPG']] }],
      },
    },
  },
})
