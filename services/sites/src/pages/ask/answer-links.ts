import { fileHref } from '../frame/links.ts'
import { type Named, withAddresses } from '../routes/markdown.ts'
import { addressOf } from '../routes/page.ts'
import type { SiteTrees, Visiting } from '../routes/page-context.ts'
import type { SiteAnswer } from './ask.ts'

/**
 * Where in the site something is that an answer names, as a path of this origin. Its words are those of pages in several
 * spaces, so a name without a space is looked for in all of these; a file has no sign of its space, so it is found only
 * where there is one.
 */
export function hrefInAnswer(
  site: Visiting['site'],
  trees: SiteTrees,
  { sources }: Pick<SiteAnswer, 'sources'>,
  { space, kind, id }: Named,
): string | undefined {
  const spaces = space === undefined ? [...new Set(sources.map(({ spaceId }) => spaceId))] : [space]
  if (kind === 'pages') return spaces.flatMap((one) => trees.known(one)?.byId.get(id)?.href ?? [])[0]
  const [only] = spaces
  return only !== undefined && spaces.length === 1 ? fileHref(site, only, id) : undefined
}

/** An answer's markdown with addresses that its readers may use. */
export const answerMarkdown = (site: Visiting['site'], trees: SiteTrees, answer: SiteAnswer): string =>
  withAddresses(answer.text.markdown ?? '', (named) => {
    const href = hrefInAnswer(site, trees, answer, named)
    return href === undefined ? undefined : addressOf(site, href)
  })
