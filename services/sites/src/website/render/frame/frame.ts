import { hash } from 'node:crypto'
import { safeHref } from '../../site/site-hrefs.ts'
import { attributes, classes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { themeStyles } from '../theme/stylesheet.ts'
import { outline } from './article.ts'
import { head, loader } from './head.ts'
import { announcement, header, sectionTabs } from './header.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { ownPictures, policy } from './policy.ts'
import { sidebar } from './sidebar.ts'

/** A page of the site with the headers that it is sent with. */
interface FramedPage {
  html: string
  headers: Record<string, string>
}

/** Origins that a page's text loads pictures and frames from. */
interface TextOrigins {
  pictures: readonly string[]
  frames: readonly string[]
}

/** Languages written from right to left. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

const loaderHash = sha256(loader)

/** Renders the whole page: the common frame of a site's pages around the page's own content. */
export function framed(
  context: FrameContext,
  view: MainView,
  { pictures, frames }: TextOrigins = { pictures: [], frames: [] },
): FramedPage {
  const { site, location } = context
  const styles = themeStyles(site.settings)
  const language = location.variant.language ?? context.vocabulary.language
  const { styling, header: top, themes } = site.settings
  const looks = classes(
    `theme-${styling.theme}`,
    `depth-${styling.depth}`,
    `links-${styling.links}`,
    `sidebar-${styling.sidebar.background}`,
    `list-${styling.sidebar.list}`,
    `header-${top.preset}`,
    view.isWide && 'wide',
    !view.showsSidebar && 'no-sidebar',
  )
  const body = html`<a class="skip" href="#q-content">${context.vocabulary.skip}</a>
${previewNote(context)}${announcement(context)}
<div class="top">${header(context)}${sectionTabs(context)}</div>
<div class="layout">
${sidebar(context, view)}
<main id="q-content" tabindex="-1">${view.content}</main>
${outline(context, view.headings)}
</div>
${footer(context)}`
  const page = html`<!doctype html>
<html${attributes({
    lang: language,
    dir: rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr',
    class: looks,
    'data-theme': themes.default === 'dark' && 'dark',
    'data-themes': themes.toggeable ? 'chosen' : 'fixed',
    'data-site': site.base || '/',
  })}>
<head>${head(context, view, styles)}</head>
<body>
${context.icons.drawings()}
${body}
</body>
</html>
`
  const hashes = { style: sha256(styles), script: loaderHash }
  return {
    html: page.toString(),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy({ ...hashes, pictures: [...ownPictures(site), ...pictures], frames }),
    },
  }
}

/** Characters of the claims that the note shows, enough to recognize a preview by. */
const maxClaimsLength = 200

/** Renders a note above everything that tells a member that the page is a preview, and with which claims. */
function previewNote({ site, vocabulary }: FrameContext): Html {
  const { preview } = site.audience
  if (!preview) return nothing
  const known = Object.keys(preview).length > 0
  return html`<aside class="announcement warning" aria-label="${vocabulary.preview}"><p><strong>${vocabulary.preview}</strong> ${vocabulary.previewOf(site.title)}${known ? html` ${vocabulary.previewAs} <code>${shortened(JSON.stringify(preview))}</code>` : nothing}</p></aside>`
}

const shortened = (text: string) =>
  text.length > maxClaimsLength ? `${text.slice(0, maxClaimsLength).toWellFormed()}…` : text

/** Renders the groups of links, the copyright and the trademark. */
function footer({ site, vocabulary, hrefOf }: FrameContext): Html {
  const { footer: settings, privacyPolicy, trademark } = site.settings
  const groups = settings.groups.map(({ title, links }) => {
    const items = links.flatMap(({ title, to }) => {
      const href = hrefOf(to)
      return href ? [html`<li><a href="${href}">${title}</a></li>`] : []
    })
    return items.length > 0 ? html`<section><h2>${title}</h2><ul>${joined(items)}</ul></section>` : nothing
  })
  const privacy = safeHref(privacyPolicy.url)
  const logo = settings.logo
  const [light, dark] = [safeHref(logo?.light), safeHref(logo?.dark)]
  return html`<footer class="foot"><div class="foot-inside">
${light ? html`<img class="only-light" src="${light}" alt="" height="24">` : nothing}${dark ? html`<img class="only-dark" src="${dark}" alt="" height="24">` : nothing}
${groups.length > 0 ? html`<div class="foot-groups">${joined(groups)}</div>` : nothing}
<p class="foot-line">${settings.copyright ? html`<span>${settings.copyright}</span>` : nothing}${privacy ? html`<a href="${privacy}">${vocabulary.privacy}</a>` : nothing}${trademark.enabled ? html`<span>Quire</span>` : nothing}</p>
</div></footer>`
}

function sha256(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}
