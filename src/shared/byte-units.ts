/** In which operators set amounts of storage and traffic. */
export const MEGABYTE = 1_000_000
/** In which a page and the memory that it takes are measured. */
export const MEBIBYTE = 1024 * 1024
