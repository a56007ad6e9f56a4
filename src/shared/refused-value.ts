/**
 * What Go's html/template, and so Hugo, writes in place of a value that it refuses in a URL, a style or the name of an attribute, or that is
 * empty in an attribute without quotes.
 */
export const REFUSED_VALUE = 'ZgotmplZ'
/** As the name of an attribute, which parsers turn into lower case. */
export const REFUSED_NAME = REFUSED_VALUE.toLowerCase()
