import type { IssueType } from '#shared/model.ts'

/** What issues of each type are about, in a sentence. */
export const issueTypeMeanings: Record<IssueType, string> = {
  broken_link: 'A link, script, style sheet or other file on a page is broken.',
  redirect: 'A link leads through a redirect, or a redirect is temporary, chained or leads from HTTPS to HTTP.',
  duplicate: 'Several URLs have the same or nearly the same content.',
  meta_issue:
    'Title, description, main heading or another part of the head is missing, duplicate, too short or too long.',
  missing_alt_tags: 'Images without the alt text that screen readers read aloud.',
  alt_tag_issues: 'Alt texts that do not describe the image, such as a file name.',
  image_issues: 'Images that are broken, too large, or without width and height.',
  link_issue:
    'Links that search engines or visitors cannot use: without link text, without a valid URL, or not crawlable.',
  heading_issue: 'The heading outline skips a level.',
  indexability_issue: 'Indexing signals contradict each other, or exclude pages that should be found.',
  canonical_issue: 'The canonical URL of a page is missing, invalid or not an indexable page.',
  robots_issue: 'robots.txt or robots directives contain mistakes.',
  sitemap_issue: 'The XML sitemap lists pages that should not be in it, or lacks others.',
  hreflang_issue: 'The hreflang links between language versions are inconsistent.',
  content_issue: 'Thin content, placeholder text or visible error output.',
  structured_data_issue: 'Structured data for rich results is invalid.',
  security_issue: 'A page or a form is sent without encryption, or loads resources without it.',
  performance_issue: 'A page is slow or larger than necessary.',
  mobile_issue: 'A page does not fit a phone screen, or cannot be zoomed.',
  accessibility_issue: 'Barriers for people who use a screen reader or a keyboard.',
  url_issue: 'A URL contains problematic characters, parameters or ids.',
  social_issue: 'Shared links lack the picture or text that social networks show.',
  ai_issue: 'Rules for AI crawlers contradict each other, or exclude more than intended.',
  own_issue: 'What checks and rules of your own have found.',
}
