import type { PageContext, SiteTrees } from '../page/page-context.ts'
import { type Named, withAddresses } from '../page/page-markdown.ts'
import { addressOf, fileHref } from '../site/site-hrefs.ts'
import type { SiteAnswer } from './ask-site.ts'

/**
 * Returns the path of something that an answer names. The answer quotes pages of several spaces, so a name without a
 * space is looked up in all of them; a file has no mark of its space, so it is found only if there is one space.
 */
export function hrefInAnswer(
  site: PageContext['site'],
  trees: SiteTrees,
  { sources }: Pick<SiteAnswer, 'sources'>,
  { space, kind, id }: Named,
): string | undefined {
  const spaces = space === undefined ? [...new Set(sources.map(({ spaceId }) => spaceId))] : [space]
  if (kind === 'pages') return spaces.flatMap((one) => trees.known(one)?.byId.get(id)?.href ?? [])[0]
  const [only] = spaces
  return only !== undefined && spaces.length === 1 ? fileHref(site, only, id) : undefined
}

/** Returns an answer's markdown with absolute addresses. */
export const answerMarkdown = (site: PageContext['site'], trees: SiteTrees, answer: SiteAnswer): string =>
  withAddresses(answer.text.markdown ?? '', (named) => {
    const href = hrefInAnswer(site, trees, answer, named)
    return href === undefined ? undefined : addressOf(site, href)
  })
