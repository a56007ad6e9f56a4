import { ratings } from './ratings.ts'
import { type RichResult, richResult, rule } from './rule.ts'

/** What people write, film, teach and cook. */

const step = rule({
  types: ['HowToStep'],
  required: ['text|itemListElement'],
  whereItApplies: ['image', 'name', 'url', 'video'],
})
const steps = [
  step,
  rule({ types: ['HowToSection'], required: ['name', 'itemListElement'], parts: { itemListElement: [step] } }),
]

const video = {
  required: ['name', 'thumbnailUrl|thumbnail', 'uploadDate'],
  recommended: ['contentUrl|embedUrl', 'description', { need: 'duration', unless: ['publication'] }],
  whereItApplies: ['expires', 'hasPart', 'ineligibleRegion', 'interactionStatistic', 'publication', 'regionsAllowed'],
  parts: {
    publication: [
      rule({
        types: ['BroadcastEvent'],
        required: ['isLiveBroadcast', 'startDate'],
        whereItApplies: ['endDate'],
      }),
    ],
    hasPart: [rule({ types: ['Clip'], required: ['name', 'startOffset', 'url'], whereItApplies: ['endOffset'] })],
    potentialAction: [rule({ types: ['SeekToAction'], required: ['target', 'startOffset-input'] })],
  },
}

export const workResults: readonly RichResult[] = [
  richResult({
    title: 'Article',
    page: 'article',
    types: ['Article', 'NewsArticle', 'BlogPosting'],
    recommended: ['author', 'dateModified', 'datePublished', 'headline', 'image'],
    parts: { author: [rule({ recommended: ['name', 'url|sameAs'] })] },
    note: 'Nothing is required.',
  }),
  richResult({
    title: 'Subscription and paywalled content',
    page: 'paywalled-content',
    types: [
      ...['Article', 'NewsArticle', 'BlogPosting', 'Blog', 'Comment', 'Course', 'CreativeWork', 'HowTo', 'Message'],
      ...['Review', 'WebPage'],
    ],
    onlyWith: ['hasPart.cssSelector'],
    required: ['isAccessibleForFree'],
  }),
  richResult({
    title: 'Speakable',
    page: 'speakable',
    types: ['SpeakableSpecification'],
    isAnywhere: true,
    required: ['cssSelector|xPath|xpath'],
  }),
  richResult({
    title: 'Video',
    page: 'video',
    types: ['VideoObject'],
    ...video,
    note: 'thumbnail, the name that schema.org has for a picture described as a thing, is taken for thumbnailUrl.',
  }),
  richResult({
    title: 'Recipe',
    page: 'recipe',
    types: ['Recipe'],
    required: ['name', 'image', { need: 'recipeYield', onlyWith: ['nutrition.calories'] }],
    recommended: [
      ...['author', 'description', 'recipeCategory', 'recipeIngredient', 'recipeInstructions'],
      ...['recipeYield', 'totalTime|cookTime|prepTime'],
    ],
    whereItApplies: ['aggregateRating', 'datePublished', 'keywords', 'nutrition.calories', 'recipeCuisine', 'video'],
    parts: { recipeInstructions: steps, video: [rule({ types: ['VideoObject'], ...video })], ...ratings },
  }),
  richResult({
    title: 'Course list',
    page: 'course',
    types: ['Course'],
    required: ['name', 'description'],
    recommended: ['provider'],
    parts: ratings,
    note: 'Shown as a list of three courses or more.',
  }),
  richResult({
    title: 'Movie',
    page: 'movie',
    types: ['Movie'],
    required: ['name', 'image'],
    recommended: ['dateCreated|datePublished', 'director'],
    whereItApplies: ['aggregateRating', 'review'],
    parts: ratings,
    note: 'Shown as a list. datePublished, the older name, is taken for dateCreated.',
  }),
  richResult({
    title: 'Image metadata',
    page: 'image-license-metadata',
    types: ['ImageObject'],
    onlyWith: ['license', 'acquireLicensePage', 'creator', 'creditText', 'copyrightNotice'],
    required: ['contentUrl|url', 'creator|creditText|copyrightNotice|license'],
    recommended: ['creator', 'creditText', 'copyrightNotice', 'license'],
    whereItApplies: ['acquireLicensePage'],
    parts: { creator: [rule({ recommended: ['name'] })] },
    note: 'url is taken for contentUrl, as Google does.',
  }),
  richResult({
    title: 'Dataset',
    page: 'dataset',
    types: ['Dataset'],
    required: ['name', 'description'],
    recommended: ['creator', 'distribution', 'license', 'url'],
    whereItApplies: [
      ...['alternateName', 'citation', 'funder', 'hasPart', 'identifier', 'includedInDataCatalog'],
      ...['isAccessibleForFree', 'isPartOf', 'keywords', 'measurementTechnique', 'sameAs', 'spatialCoverage'],
      ...['temporalCoverage', 'variableMeasured', 'version'],
    ],
    parts: {
      distribution: [rule({ types: ['DataDownload'], required: ['contentUrl'], recommended: ['encodingFormat'] })],
    },
    note: 'Shown in Google Dataset Search.',
  }),
  richResult({
    title: 'Math solver',
    page: 'math-solvers',
    types: ['MathSolver'],
    required: ['potentialAction', 'url', 'usageInfo'],
    recommended: ['inLanguage'],
    whereItApplies: ['assesses', 'potentialAction.eduQuestionType'],
    parts: { potentialAction: [rule({ types: ['SolveMathAction'], required: ['target', 'mathExpression-input'] })] },
  }),
]
