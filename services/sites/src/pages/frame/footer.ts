import { type Html, html, joined, nothing } from '../blocks/markup.ts'
import { safeHref } from './links.ts'
import type { FrameContext } from './page-view.ts'

/** Groups of links, whose it is, and what it was made with. */
export function footer({ site, words, hrefOf }: FrameContext): Html {
  const { footer: shown, privacyPolicy, trademark } = site.settings
  const groups = shown.groups.map(({ title, links }) => {
    const items = links.flatMap(({ title, to }) => {
      const href = hrefOf(to)
      return href ? [html`<li><a href="${href}">${title}</a></li>`] : []
    })
    return items.length > 0 ? html`<section><h2>${title}</h2><ul>${joined(items)}</ul></section>` : nothing
  })
  const privacy = safeHref(privacyPolicy.url)
  const logo = shown.logo
  const [light, dark] = [safeHref(logo?.light), safeHref(logo?.dark)]
  return html`<footer class="foot"><div class="foot-inside">
${light ? html`<img class="only-light" src="${light}" alt="" height="24">` : nothing}${dark ? html`<img class="only-dark" src="${dark}" alt="" height="24">` : nothing}
${groups.length > 0 ? html`<div class="foot-groups">${joined(groups)}</div>` : nothing}
<p class="foot-line">${shown.copyright ? html`<span>${shown.copyright}</span>` : nothing}${privacy ? html`<a href="${privacy}">${words.privacy}</a>` : nothing}${trademark.enabled ? html`<span>Quire</span>` : nothing}</p>
</div></footer>`
}
