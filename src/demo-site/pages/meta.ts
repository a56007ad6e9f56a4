import { page, type SitePage, section } from '../page.ts'

/** Titles, descriptions and headings. */
export const titles: SitePage[] = section({ path: '/titles/' }, [
  { path: '/titles/missing', title: null, trips: ['title-missing'] },
  { path: '/titles/empty', title: '  ', trips: ['title-missing'] },
  {
    path: '/titles/multiple',
    headStart: '<title>Two titles – Tideline Bakery</title>',
    title: 'The second of two titles – Tideline Bakery',
    trips: ['title-multiple'],
  },
  { path: '/titles/too-short', title: 'Buns', trips: ['title-too-short'] },
  {
    path: '/titles/too-long',
    title: 'A title that goes on and on about buns, rolls, loaves, crusts, crumbs and everything in between',
    trips: ['title-too-long'],
  },
  { path: '/titles/placeholder', title: 'Untitled document', trips: ['title-placeholder'] },
  { path: '/titles/same-one', title: 'The same title on two pages – Tideline', trips: ['title-duplicate'] },
  { path: '/titles/same-two', title: 'The same title on two pages – Tideline' },
])

const SHARED_DESCRIPTION =
  'Two pages of the bakery share this description word for word, which helps nobody choose between them.'

export const descriptions: SitePage[] = section({ path: '/descriptions/' }, [
  { path: '/descriptions/missing', description: null, trips: ['meta-description-missing'] },
  {
    path: '/descriptions/multiple',
    head: '<meta name="description" content="A second description of this page, which search engines may or may not prefer.">',
    trips: ['meta-description-multiple'],
  },
  { path: '/descriptions/too-short', description: 'Bread and more.', trips: ['meta-description-too-short'] },
  {
    path: '/descriptions/too-long',
    description:
      'A description that keeps talking long after every search engine has stopped showing it: about the ovens, the quay, the mill, the boats, the weather, the cat and the tide.',
    trips: ['meta-description-too-long'],
  },
  { path: '/descriptions/same-one', description: SHARED_DESCRIPTION, trips: ['meta-description-duplicate'] },
  { path: '/descriptions/same-two', description: SHARED_DESCRIPTION },
])

export const headings: SitePage[] = section({ path: '/headings/' }, [
  { path: '/headings/missing', h1: null, trips: ['h1-missing'] },
  {
    path: '/headings/multiple',
    extra: '<h1>A second main heading</h1><p>It says something else.</p>',
    trips: ['h1-multiple'],
  },
  {
    path: '/headings/skipped',
    extra: '<h4>Four levels down at once</h4><p>Why?</p>',
    trips: ['heading-level-skipped'],
  },
  { path: '/headings/same-one', h1: 'Our daily bread', trips: ['h1-duplicate'] },
  { path: '/headings/same-two', h1: 'Our daily bread' },
  { path: '/headings/same-three', h1: 'Our daily bread' },
])

/** Pages without fault. */
export const breads: SitePage[] = section({ path: '/breads/' }, [
  { path: '/breads/rye' },
  { path: '/breads/spelt' },
  { path: '/breads/harbour-loaf' },
  { path: '/breads/seeded' },
])

export const home: SitePage = page({
  path: '/',
  title: 'Tideline Bakery – the demo site of Sitesounder',
  description:
    'A made-up bakery with one of nearly every mistake a website can make, to try an audit on without a network.',
  h1: 'Tideline Bakery',
  icon: '/gone-icon.svg',
  trips: ['favicon-missing'],
  related: [
    ['/links/dead-end', 'Links: dead end'],
    ['/duplicates/exact-one', 'Duplicates: exact one'],
    ['/duplicates/slash/', 'Duplicates: slash'],
    ['/content/charset-missing', 'Content: charset missing'],
    ['/content/white%20space', 'Content: white space'],
    ['/content/visitor;jsessionid=1A2B3C4D5E6F7A8B', 'Content: visitor'],
  ],
})
