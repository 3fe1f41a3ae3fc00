import { raw } from 'hono/html'
import { safeHref } from '../../site/site-hrefs.ts'
import type { VisibleSite } from '../../site/site-model.ts'
import { type Html, html, nothing } from '../blocks/markup.ts'
import type { FrameContext, MainView } from './page-view.ts'
import { emojiText, firstLetter } from './symbols.ts'

const statements = [
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
export const loader = `(function(){${statements.join(';')}})()`

/** Renders the content of `head`. */
export function head({ site, assets }: FrameContext, view: MainView, styles: string): Html {
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

interface OpenGraph {
  title: string
  name: string
  description: string | undefined
  canonical: string | undefined
}

function openGraph(site: VisibleSite, { title, name, description, canonical }: OpenGraph): Html {
  const picture = safeHref(site.settings.socialPreview.url)
  return html`<meta property="og:title" content="${title}"><meta property="og:site_name" content="${name}"><meta property="og:type" content="website">
${description ? html`<meta property="og:description" content="${description}">` : nothing}
${canonical ? html`<meta property="og:url" content="${canonical}">` : nothing}
${picture ? html`<meta property="og:image" content="${picture}"><meta name="twitter:card" content="summary_large_image">` : nothing}`
}

function icons({ title, settings }: VisibleSite): Html {
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
