import { type SitePage, section } from '../page.ts'

const loaf = (attributes: string) => `<img src="/img/loaf.png" ${attributes}>`
const SIZE = 'width="320" height="200"'

/** Images: alternative texts, sizes, weight. */
export const images: SitePage[] = section(
  { path: '/images/', extra: `<p>${loaf(`alt="A round loaf on a board" ${SIZE}`)}</p>` },
  [
    { path: '/images/alt-missing', extra: `<p>${loaf(SIZE)}</p>`, trips: ['image-alt-missing'] },
    {
      path: '/images/alt-empty-in-link',
      extra: `<p><a href="/breads/">${loaf(`alt="" ${SIZE}`)}</a></p>`,
      trips: ['image-alt-empty-in-link'],
    },
    {
      path: '/images/alt-empty',
      extra: `<figure>${loaf(`alt="" ${SIZE}`)}<figcaption>Fresh from the oven</figcaption></figure>`,
      trips: ['image-alt-empty'],
    },
    {
      path: '/images/alt-filename',
      extra: `<p>${loaf(`alt="IMG_2041.jpg" ${SIZE}`)}</p>`,
      trips: ['image-alt-filename'],
    },
    {
      path: '/images/dimensions-missing',
      extra: `<p>${loaf('alt="A loaf"')}</p>`,
      trips: ['image-dimensions-missing'],
    },
    { path: '/images/broken', extra: `<p><img src="/img/gone.png" alt="A loaf that is gone" ${SIZE}></p>` },
    { path: '/images/large', extra: `<p><img src="/img/heavy.png" alt="A heavy loaf" ${SIZE}></p>` },
  ],
)
