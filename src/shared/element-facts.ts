import type { LinkKind, Region } from './model.ts'

/**
 * Facts of single elements of a page, and of headers that mean the same. `line` is the 1-based source line, 0 when unknown; `path` is a
 * CSS-like element path.
 */

/** One element with text, such as a title or a meta description. */
export interface TextFact {
  text: string
  line: number
}

/** A link to another URL found on the page: anchor, image source, script, canonical, … One row per reference. */
export interface LinkFact {
  kind: LinkKind
  /** Absolute, normalised (shared/url.ts), without fragment. Only http and https. */
  url: string
  /** Without '#', percent-decoded where that is valid UTF-8; null when there is none. */
  fragment: string | null
  /** Accessible name for anchors, alt for images, '' otherwise. */
  text: string
  /** Lower-case rel tokens. */
  rel: string[]
  /** rel=nofollow, ugc or sponsored on the link, or nofollow for the whole page. */
  isNofollow: boolean
  region: Region
  path: string
  line: number
}

/**
 * An href that is no URL, or hardly the one that was meant (doubled scheme, backslash authority). What can be parsed all the
 * same is in `links`, too; 'too-long' is a URL over MAX_URL_LENGTH, which is not followed.
 */
export interface MalformedLinkFact {
  href: string
  why:
    | 'unparsable'
    | 'doubled-scheme'
    | 'misspelled-scheme'
    | 'backslash-authority'
    | 'space-in-host'
    | 'too-long'
    /** `mailto:` or `tel:` alone. */
    | 'no-recipient'
    /** `file:`, which is a file of each visitor. */
    | 'local-file'
  /** Absent outside of landmarks. */
  region?: Region
  path: string
  line: number
}

/** An `a` a crawler cannot follow: javascript: href, or no href but a click handler or router attribute. */
export interface UncrawlableLinkFact {
  tag: string
  /** Accessible name. */
  text: string
  /** Absent outside of landmarks. */
  region?: Region
  path: string
  line: number
}

/** A link to another origin that opens in a new tab, and whose rel=opener gives that page `window.opener`. */
export interface OpenerLinkFact {
  tag: string
  url: string
  /** Absent outside of landmarks. */
  region?: Region
  path: string
  line: number
}

export interface NamelessFact {
  tag: string
  /** Absolute target of a link, else ''. */
  url: string
  /** Of a link: the unclosed or malformed tag in which its text is lost. */
  swallowedBy?: { tag: string; line: number }
  /** Absent outside of landmarks. */
  region?: Region
  path: string
  line: number
}

/** An id that more than one element has. */
export interface RepeatedIdFact {
  id: string
  /** Elements that have it. */
  count: number
  /** Of the second one. */
  path: string
  line: number
}

/** What stands in the source a second time, though it may stand there once: parsers drop it. */
export interface RepeatedMarkupFact {
  /** Of the tag (`head`, `body`) or of the attribute. */
  name: string
  tag: string
  line: number
}

export interface HeadingFact {
  level: 1 | 2 | 3 | 4 | 5 | 6
  /** Accessible text, an image's alt included. */
  text: string
  /** In a template or hidden subtree (hidden, aria-hidden, inline display:none). */
  isHidden: boolean
  /** Inside `main` or role=main. */
  isInMain: boolean
  /** Omitted outside of landmarks. */
  region?: Region
  path: string
  line: number
}

/** A link or button of which an image is the only content. */
export interface SoleContentOf {
  element: 'link' | 'button'
  /** Absolute target of a link, else ''. */
  url: string
  /** It is written as a place on its own page: `#`. */
  isOnPage?: true
}

export interface ImageFact {
  /** Absolute URL of src (or data-src of a lazy placeholder), null when absent, data: or not http(s). */
  src: string | null
  /**
   * Nothing to load. none: no attribute names a file; page: src names the page itself; script: only one that a script reads does, and noscript
   * has no image in its place. Absent where a browser loads one by itself.
   */
  lacksSource?: 'none' | 'page' | 'script'
  /** The start tag as written, cut. */
  tag: string
  /** null: no alt attribute. */
  alt: string | null
  /** role=none/presentation or aria-hidden=true on the image or an ancestor. */
  isDecorative: boolean
  /** aria-label, aria-labelledby or title gives it a name. */
  hasOtherName: boolean
  /** Attribute values in CSS pixels; null when absent or not a number. */
  width: number | null
  height: number | null
  hasInlineSize: boolean
  /** One pixel or nothing wide or high: a tracking pixel or spacer. */
  isTiny: boolean
  isInNoscript: boolean
  isSvg: boolean
  figureCaption: string | null
  /** The link or button that has this image as its only content and no other accessible name. */
  soleContentOf: SoleContentOf | null
  /** Its alt text is empty, and it stands in a link that has a text: absent otherwise. */
  isBesideLinkText?: true
  region: Region
  path: string
  line: number
}

export interface CanonicalFact {
  /** As written. */
  raw: string
  /** Resolved and normalised without fragment; null when unparsable or not http(s). */
  url: string | null
  source: 'tag' | 'header'
  /** Raw value is relative (no scheme). */
  isRelative: boolean
  hasFragment: boolean
  line: number
}

export interface RobotsDirectiveFact {
  source: 'meta' | 'header'
  /** 'robots' for everyone, else the lower-case crawler name ('googlebot'). */
  agent: string
  /** As written. */
  raw: string
  /** Lower-case directive tokens, such as 'noindex', 'max-snippet:20'. */
  tokens: string[]
  line: number
}

export interface HreflangFact {
  code: string
  /** As written. */
  raw: string
  url: string | null
  isAbsolute: boolean
  source: 'tag' | 'header'
  line: number
}

export interface RefreshFact {
  /** Seconds. */
  delay: number
  /** Resolved target; null when it reloads the page itself or cannot be parsed. */
  url: string | null
  /** It reloads the page itself. */
  isReload?: true
  raw: string
  source: 'tag' | 'header'
  line: number
}

export interface JsonLdFact {
  raw: string
  line: number
  error: { message: string; line: number; column: number } | null
  /** Lower bound of what is in it: the @type values found anywhere, in order, distinct. */
  types: string[]
}

/** What attributes of the markup say of one thing, written as JSON-LD says it. */
export interface MarkupItemFact {
  syntax: 'microdata' | 'rdfa'
  /** JSON, cut; of schema.org where it has that context. */
  raw: string
  /** Types found anywhere in it, in order, distinct; those of schema.org by their short names. */
  types: string[]
  /** Of the outermost element. */
  path: string
  line: number
}

/** A character that no markup or text may have, such as NUL. */
export interface ControlCharacterFact {
  code: number
  line: number
  /** The source around it, control characters as symbols (␀). */
  excerpt: string
}

/** An attribute that holds REFUSED_VALUE, or has it as its name. */
export interface RefusedValueFact {
  /** Names of both. */
  element: string
  attribute: string
  /** Cut around it. */
  value: string
  /** Absent outside of landmarks. */
  region?: Region
  path: string
  line: number
}

export interface FormFact {
  /** Resolved action; '' when it posts to the page itself. */
  action: string
  method: 'get' | 'post' | 'dialog'
  hasPasswordField: boolean
  hasCardField: boolean
  tag: string
  path: string
  line: number
}

/** Of a link, meta or script element. */
export interface MisspelledNameFact {
  attribute: 'rel' | 'name' | 'property' | 'type'
  /** In lower case. */
  name: string
  /** The name that it nearly is. */
  meant: string
  tag: string
  line: number
}

export interface LostHeadTag {
  /** What it is: title, description, robots, canonical or hreflang. */
  what: 'title' | 'description' | 'robots' | 'canonical' | 'hreflang'
  tag: string
  line: number
}
