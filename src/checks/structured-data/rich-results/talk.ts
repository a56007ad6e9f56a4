import { type RichResult, richResult, rule } from './rule.ts'

/** Questions, answers and discussions, and who takes part. */

const named = rule({ required: ['name'] })
const extras = ['commentCount', 'dateModified', 'digitalSourceType', 'image', 'video']

const answer = rule({
  types: ['Answer'],
  required: ['text'],
  recommended: ['author', 'datePublished', 'url'],
  whereItApplies: ['author.url', 'comment', 'upvoteCount', ...extras],
})
const question = rule({
  types: ['Question'],
  required: ['name', 'answerCount', { need: 'acceptedAnswer|suggestedAnswer', unless: ['answerCount=0'] }],
  recommended: ['author', 'datePublished'],
  whereItApplies: ['author.url', 'comment', 'text', 'upvoteCount', ...extras],
  parts: { acceptedAnswer: [answer], suggestedAnswer: [answer] },
})
const flashcard = rule({
  types: ['Question'],
  required: [
    { need: 'text', onlyWith: ['eduQuestionType=Flashcard'] },
    { need: 'acceptedAnswer', onlyWith: ['eduQuestionType=Flashcard'] },
  ],
})
const comment = rule({
  types: ['Comment'],
  required: ['author', 'datePublished', { need: 'text|image|video', unless: ['creativeWorkStatus', 'sharedContent'] }],
  whereItApplies: [
    ...['author.url', 'comment', 'creativeWorkStatus', 'interactionStatistic', 'sharedContent', 'url'],
    ...extras,
  ],
})

export const talkResults: readonly RichResult[] = [
  richResult({
    title: 'Q&A',
    page: 'qapage',
    types: ['QAPage'],
    required: ['mainEntity'],
    parts: { mainEntity: [question] },
    note: 'A question without answers (answerCount is 0) is valid, but not shown.',
  }),
  richResult({
    title: 'Education Q&A',
    page: 'education-qa',
    types: ['Quiz'],
    onlyWith: ['hasPart'],
    whereItApplies: ['about', 'educationalAlignment'],
    parts: { hasPart: [flashcard] },
    note: 'Google requires hasPart; a Quiz without it is not meant for this result. Other questions than flashcards are not shown.',
  }),
  richResult({
    title: 'Discussion forum',
    page: 'discussion-forum',
    types: ['DiscussionForumPosting', 'SocialMediaPosting'],
    isOfItsPage: true,
    required: [
      'author',
      'datePublished',
      { need: 'text|image|video', unless: ['creativeWorkStatus', 'sharedContent'] },
    ],
    recommended: ['url'],
    whereItApplies: [
      ...['author.url', 'comment', 'creativeWorkStatus', 'headline', 'interactionStatistic', 'isPartOf'],
      ...['sharedContent', ...extras],
    ],
    parts: { author: [named], comment: [comment] },
    note: 'A post with the URL of another page is checked there.',
  }),
  richResult({
    title: 'Profile page',
    page: 'profile-page',
    types: ['ProfilePage'],
    required: ['mainEntity'],
    whereItApplies: [
      ...['dateCreated', 'dateModified', 'mainEntity.agentInteractionStatistic', 'mainEntity.alternateName'],
      ...['mainEntity.description', 'mainEntity.identifier', 'mainEntity.image', 'mainEntity.interactionStatistic'],
      'mainEntity.sameAs',
    ],
    parts: { mainEntity: [named] },
  }),
]
