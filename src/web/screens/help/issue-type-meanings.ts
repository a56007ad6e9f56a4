import type { IssueType } from '#shared/model.ts'

/** What findings of a type are about, in a sentence. */
export const issueTypeMeanings: Record<IssueType, string> = {
  broken_link: 'A link, script, style sheet or other file that a page names leads nowhere.',
  broken_redirect: 'A redirect ends in an error, in a circle, or after too many hops.',
  redirect: 'A link leads through a redirect, or a redirect is temporary, chained or leaves https.',
  duplicate: 'Several addresses show the same, or nearly the same.',
  meta_issue: 'Title, description, main heading or another part of the head is missing, repeated or of a poor length.',
  missing_alt_tags: 'Images without the alternative text that people who cannot see them hear.',
  alt_tag_issues: 'Alternative texts that are there and say nothing, such as a file name.',
  image_issues: 'Images that are broken, too heavy, or without a size of their own.',
  link_issue: 'Links that search engines or people cannot use: without a text, an address, or a way to be followed.',
  heading_issue: 'The outline of headings has a gap.',
  indexability_issue:
    'Signals about being listed by search engines contradict each other, or shut out what should be found.',
  canonical_issue: 'The address that a page names as its main one is wrong, missing or no page.',
  robots_issue: 'robots.txt or robots directives say something that cannot be meant.',
  sitemap_issue: 'The XML sitemap names pages that should not be in it, or leaves out others.',
  hreflang_issue: 'The links between the languages of a page do not fit together.',
  content_issue: 'There is little text, text that was never replaced, or the output of an error.',
  structured_data_issue: 'Data for rich results cannot be read.',
  security_issue: 'A page or a form is sent without encryption, or names parts that are.',
  performance_issue: 'A page takes long, or more than it needs.',
  mobile_issue: 'A page does not fit a phone, or cannot be enlarged.',
  accessibility_issue: 'People who use a screen reader or a keyboard miss something.',
  url_issue: 'An address holds characters, parameters or ids that cause trouble.',
  social_issue: 'Shared links lack the picture or text that social networks show.',
  ai_issue: 'What is told to crawlers of AI services contradicts itself or shuts out more than meant.',
}
