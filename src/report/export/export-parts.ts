/** Lists, and the whole report: as CSV, which holds one table a file, that is its issues. */
export const exportParts = ['report', 'issues', 'pages', 'links', 'images', 'muted'] as const
