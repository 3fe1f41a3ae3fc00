import { hash } from 'node:crypto'
import { raw } from 'hono/html'
import { addressOf, lookHref, safeHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'
import { attributes, classes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { textOn } from '../theme/palette.ts'
import { themeStyles } from '../theme/stylesheet.ts'
import { outline } from './article.ts'
import { announcement, header, sectionTabs } from './header.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { ownPictures, policy } from './policy.ts'
import { sidebar } from './sidebar.ts'
import { emojiText, firstLetter } from './symbols.ts'

const loaderStatements = [
  'var d=document.documentElement,a=document.createElement("script"),t',
  'try{t=localStorage.getItem("quire-theme")}catch(e){}',
  'if(d.dataset.themes==="fixed")t=null',
  'if(t==="light"||t==="dark")d.dataset.theme=t',
  'if(t==="system")delete d.dataset.theme',
  'd.classList.add("scripted")',
  'a.src=document.currentScript.dataset.src',
  'document.head.append(a)',
]

/**
 * Runs in every page before anything is drawn, so that no page flashes in the wrong theme. The text is constant, so
 * that policies allow it by its hash; the script that it adds is trusted with it.
 */
const loaderScript = `(function(){${loaderStatements.join(';')}})()`

interface OpenGraph {
  title: string
  name: string
  description: string | undefined
  canonical: string | undefined
}

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

const loaderHash = sha256(loaderScript)

/** Renders the whole page: the common frame of a site's pages around the page's own content. */
export function framed(
  context: FrameContext,
  view: MainView,
  { pictures, frames }: TextOrigins = { pictures: [], frames: [] },
): FramedPage {
  const { site, location } = context
  const styles = themeStyles(site, context.assets)
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
    'data-reports': site.reports !== 'nothing' && site.reports,
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
      'Content-Security-Policy': policy({
        ...{ ...hashes, pictures: [...ownPictures(site), ...pictures], frames, scripts: site.scripts },
      }),
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
  const [light, dark] = [lookHref(site, logo?.light), lookHref(site, logo?.dark)]
  return html`<footer class="foot"><div class="foot-inside">
${light ? html`<img class="only-light" src="${light}" alt="" height="24">` : nothing}${dark ? html`<img class="only-dark" src="${dark}" alt="" height="24">` : nothing}
${groups.length > 0 ? html`<div class="foot-groups">${joined(groups)}</div>` : nothing}
<p class="foot-line">${settings.copyright ? html`<span>${settings.copyright}</span>` : nothing}${privacy ? html`<a href="${privacy}">${vocabulary.privacy}</a>` : nothing}${trademark.enabled ? html`<span>Quire</span>` : nothing}</p>
</div></footer>`
}

function sha256(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** Renders the content of `head`. */
function head({ site, assets }: FrameContext, view: MainView, styles: string): Html {
  const name = site.settings.title ?? site.title
  const title = view.title === name ? name : `${view.title} | ${name}`
  const { canonical, description, markdown } = view
  return html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${description ? html`<meta name="description" content="${description}">` : nothing}
${canonical && site.audience.isIndexed ? html`<link rel="canonical" href="${canonical}">` : html`<meta name="robots" content="noindex">`}
${openGraph(site, { title: view.title, name, description, canonical })}
${icons(site)}
${markdown ? html`<link rel="alternate" type="text/markdown" href="${markdown}">` : nothing}
<link rel="stylesheet" href="${assets.style}">${joined(fontSheets(site, assets).map((href) => html`<link rel="stylesheet" href="${href}">`))}
<style>${raw(styles)}</style>
<script data-src="${assets.script}">${raw(loaderScript)}</script>${joined(site.scripts.map(({ url }) => html`<script async src="${url}"></script>`))}`
}

/** Returns the style sheets of the shipped fonts that the site uses. */
const fontSheets = ({ settings }: VisibleSite, { font }: FrameContext['assets']): string[] =>
  [settings.styling.font, settings.styling.monospaceFont].flatMap((one) =>
    typeof one === 'string' ? (font(one) ?? []) : [],
  )

function openGraph(site: VisibleSite, { title, name, description, canonical }: OpenGraph): Html {
  const href = lookHref(site, site.settings.socialPreview.url)
  // Other sites read it, which takes an absolute address.
  const picture = href && addressOf(site, href)
  return html`<meta property="og:title" content="${title}"><meta property="og:site_name" content="${name}"><meta property="og:type" content="website">
${description ? html`<meta property="og:description" content="${description}">` : nothing}
${canonical ? html`<meta property="og:url" content="${canonical}">` : nothing}
${picture ? html`<meta property="og:image" content="${picture}"><meta name="twitter:card" content="summary_large_image">` : nothing}`
}

function icons(site: VisibleSite): Html {
  const { title, settings } = site
  const { favicon, styling } = settings
  const [light, dark] = [lookHref(site, favicon.icon?.light), lookHref(site, favicon.icon?.dark)]
  if (light && dark)
    return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)">`
  const sign = emojiText(favicon.emoji)
  const drawn = sign
    ? `<text x="50" y="54" font-size="84" text-anchor="middle" dominant-baseline="middle">${sign}</text>`
    : `<rect width="100" height="100" rx="24" fill="${styling.primaryColor.light}"/><text x="50" y="54" font-family="sans-serif" font-weight="700" font-size="60" fill="${textOn(styling.primaryColor.light)}" text-anchor="middle" dominant-baseline="middle">${firstLetter(title)}</text>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${drawn}</svg>`
  return html`<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawing)}">`
}
