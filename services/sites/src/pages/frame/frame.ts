import { hash } from 'node:crypto'
import { raw } from 'hono/html'
import { attributes, classes, type Html, html, nothing } from '../blocks/markup.ts'
import { themeStyles } from '../theme/stylesheet.ts'
import { emojiText } from './emoji.ts'
import { footer } from './footer.ts'
import { announcement, header, sectionTabs } from './header.ts'
import { firstLetter } from './letter.ts'
import { safeHref } from './links.ts'
import { loader } from './loader.ts'
import { outline } from './main.ts'
import type { OpenSite } from './model.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { previewNote } from './preview.ts'
import { sidebar } from './sidebar.ts'

/** A page of the site, and what its policy must allow. */
interface FramedPage {
  html: string
  /** Hashes of the styles and scripts that stand in the page, as policies name them. */
  styleHash: string
  scriptHash: string
}

/** Languages that are written from right to left. */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

const loaderHash = sha256(loader)

/** The whole page: what is common to all pages of a site around what is the page's own. */
export function framed(context: FrameContext, view: MainView): FramedPage {
  const { site, place } = context
  const styles = themeStyles(site.settings)
  const language = place.variant.language ?? context.words.language
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
  const body = html`<a class="skip" href="#q-content">${context.words.skip}</a>
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
  return { html: page.toString(), styleHash: sha256(styles), scriptHash: loaderHash }
}

function sha256(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

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
<link rel="stylesheet" href="${assets.style}">
<style>${raw(styles)}</style>
<script data-src="${assets.script}">${raw(loader)}</script>`
}

interface Shown {
  title: string
  name: string
  description: string | undefined
  canonical: string | undefined
}

function openGraph(site: OpenSite, { title, name, description, canonical }: Shown): Html {
  const picture = safeHref(site.settings.socialPreview.url)
  return html`<meta property="og:title" content="${title}"><meta property="og:site_name" content="${name}"><meta property="og:type" content="website">
${description ? html`<meta property="og:description" content="${description}">` : nothing}
${canonical ? html`<meta property="og:url" content="${canonical}">` : nothing}
${picture ? html`<meta property="og:image" content="${picture}"><meta name="twitter:card" content="summary_large_image">` : nothing}`
}

function icons({ title, settings }: OpenSite): Html {
  const { favicon, styling } = settings
  const [light, dark] = [safeHref(favicon.icon?.light), safeHref(favicon.icon?.dark)]
  if (light && dark)
    return html`<link rel="icon" href="${light}" media="(prefers-color-scheme: light)"><link rel="icon" href="${dark}" media="(prefers-color-scheme: dark)">`
  const sign = emojiText(favicon.emoji)
  const drawn = sign
    ? `<text x="50" y="54" font-size="84" text-anchor="middle" dominant-baseline="middle">${sign}</text>`
    : `<rect width="100" height="100" rx="24" fill="${styling.primaryColor.light}"/><text x="50" y="54" font-family="sans-serif" font-weight="700" font-size="60" fill="#fff" text-anchor="middle" dominant-baseline="middle">${firstLetter(title)}</text>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${drawn}</svg>`
  return html`<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawing)}">`
}
