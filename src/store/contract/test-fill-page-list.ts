/** Fills the pages list from pages that were written past the store, whose rows hold no facts. SQLite alone. */
export const FILL_PAGE_LIST = `insert into page_list
    (crawl_id, url_id, number, depth, status, status_class, final_status, indexability, title_length, structure_score, redirects, inlinks,
     url, title, description, h1, language, canonical_url, content_type, redirect_url, copy_of)
  select page.crawl_id, page.url_id, page.number, page.depth, page.status, page.status_class, page.status, page.indexability,
    length(page.title), 50, 0, page.inlink_count, url.url, page.title, '', '', '', '', 'text/html', '', ''
  from page join url on url.crawl_id = page.crawl_id and url.id = page.url_id`
