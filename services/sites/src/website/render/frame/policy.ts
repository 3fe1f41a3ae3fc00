import type { IntegrationPolicyDirective } from '@quire/contracts'
import { hostsFor, type PageScript } from '../../../integrations/scripts/site-scripts.ts'
import { lookHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'

/**
 * Origins with characters that would end a source, a directive or the policy are dropped; no such origin serves
 * pictures.
 */
const plainOrigin = /^https?:\/\/[\w.:[\]-]+$/

/**
 * Returns the content security policy of a page: no content from elsewhere, and nothing that a text could inject. For
 * scripts of integrations it is wider by the hosts that they declare; what the page's own script adds is then allowed by
 * its origin, since browsers ignore hosts beside 'strict-dynamic'.
 */
export function policy({ style, script, pictures: origins, frames, scripts }: PolicyParts): string {
  const pictures = origins.filter((origin) => plainOrigin.test(origin))
  const of = (directive: IntegrationPolicyDirective) => hostsFor(scripts, directive)
  const sources = (...some: readonly string[]) => [...new Set(some)].join(' ').trim()
  const framed = [...frames, ...of('frame-src')]
  return [
    "default-src 'none'",
    scripts.length > 0
      ? `script-src ${sources(script, "'self'", ...of('script-src'))}`
      : `script-src ${script} 'strict-dynamic'`,
    `style-src ${sources("'self'", style, ...of('style-src'))}`,
    `img-src ${sources("'self'", 'data:', ...pictures, ...of('img-src'))}`,
    `font-src ${sources("'self'", ...of('font-src'))}`,
    `media-src ${sources("'self'", ...pictures, ...of('media-src'))}`,
    ...(framed.length > 0 ? [`frame-src ${sources(...framed)}`] : []),
    `connect-src ${sources("'self'", ...of('connect-src'))}`,
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
  /** The scripts of integrations. */
  scripts: readonly PageScript[]
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
