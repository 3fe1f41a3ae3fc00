import { linkTarget, report } from './reports.mjs'

/** A query that stays this long unchanged is one that the visitor meant, and not the beginning of another. */
const meantAfterMs = 1500

/** Reports the searches of the dialog: those that the visitor meant, with the number of pages found. */
export function searchReports() {
  /** @type {{ query: string, results: number } | undefined} */
  let last
  let reported = ''
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let meaning

  function settle() {
    clearTimeout(meaning)
    if (last && last.query !== reported) report({ type: 'search_type_query', ...last })
    reported = last?.query ?? ''
    last = undefined
  }

  return {
    begin() {
      reported = ''
      report({ type: 'search_open' })
    },
    typing() {
      clearTimeout(meaning)
      last = undefined
    },
    /**
     * @param {string} query
     * @param {number} results
     */
    found(query, results) {
      clearTimeout(meaning)
      last = { query, results }
      meaning = setTimeout(settle, meantAfterMs)
    },
    /**
     * @param {string} query
     * @param {HTMLAnchorElement} link
     */
    opened(query, link) {
      settle()
      const href = linkTarget(link)
      if (href?.startsWith('/')) report({ type: 'search_open_result', query, href: href.split('#', 1)[0] })
    },
    settle,
  }
}
