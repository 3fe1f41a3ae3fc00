import { lookHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'

/**
 * Origins with characters that would end a source, a directive or the policy are dropped; no such origin serves
 * pictures.
 */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/

/** Returns the content security policy of a page: no content from elsewhere, and nothing that a text could inject. */
export function policy({ style, script, pictures: origins, frames }: PolicyParts): string {
  const pictures = origins.filter((origin) => plainOrigin.test(origin))
  return [
    "default-src 'none'",
    `script-src ${script} 'strict-dynamic'`,
    `style-src 'self' ${style}`,
    `img-src 'self' data: ${pictures.join(' ')}`.trimEnd(),
    "font-src 'self'",
    `media-src 'self' ${pictures.join(' ')}`.trimEnd(),
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface PolicyParts {
  /** Hashes of the inline style and script. */
  style: string
  script: string
  /** Allowed origins besides the site's own. */
  pictures: readonly string[]
  frames: readonly string[]
}

/** Returns the origins of the pictures in the customization, and of files, which addresses of the site redirect to. */
export function ownPictures(site: VisibleSite): string[] {
  const { address, filesOrigin } = site
  const { header, footer, favicon } = site.settings
  const urls = [header.logo, footer.logo, favicon.icon].flatMap((one) => (one ? [one.light, one.dark] : []))
  const named = urls.flatMap((url) => {
    const href = lookHref(site, url)
    return href === undefined || href.startsWith('/') ? [] : [new URL(href).origin]
  })
  return [...new Set([...named, ...(new URL(address).origin === filesOrigin ? [] : [filesOrigin])])]
}
