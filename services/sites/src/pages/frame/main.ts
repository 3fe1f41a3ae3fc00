import { assistantHref, assistantLink, assistants } from '../blocks/assistants.ts'
import { type Html, html, joined, nothing } from '../blocks/markup.ts'
import { trailOf } from '../content/tree.ts'
import { dateIn } from '../words/index.ts'
import { emojiText } from './emoji.ts'
import { menu } from './header.ts'
import { toolsAddress } from './links.ts'
import type { TreeNode } from './model.ts'
import type { FrameContext, Heading } from './page-view.ts'
import { symbol } from './symbols.ts'

/** Which parts of a page are shown. */
interface ShownParts {
  title: boolean
  description: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
}

interface Article {
  node: TreeNode
  body: Html
  headings: readonly Heading[]
  layout: ShownParts
  cover: Html
  /** Addresses of the page: its markdown within the site, and itself, absolute. */
  markdown: string
  canonical: string
}

/** A document: where it is, its text, what comes before and after it, and when it changed. */
export function article(context: FrameContext, { node, body, headings, layout, cover, ...addresses }: Article): Html {
  const { words, site } = context
  const sign = emojiText(node.emoji)
  return html`${cover}<article>
<div class="page-head">${breadcrumbs(context, node)}${pageActions(context, addresses)}
${layout.title ? html`<h1>${sign ? html`<span class="emoji" aria-hidden="true">${sign}</span>` : nothing}${node.title}</h1>` : html`<h1 class="hidden-text">${node.title}</h1>`}
${layout.description && node.description ? html`<p class="lead">${node.description}</p>` : nothing}</div>
${layout.outline ? smallOutline(context, headings) : nothing}
<div class="text">${body}</div>
</article>
${layout.pagination && site.settings.pagination.enabled ? pagination(context, node) : nothing}
${layout.metadata ? html`<p class="updated">${words.updated(dateIn(words, node.updatedAt))}</p>` : nothing}`
}

function breadcrumbs({ words }: FrameContext, node: TreeNode): Html {
  const above = trailOf(node).slice(0, -1)
  if (above.length === 0) return nothing
  const items = above.map(({ label, href }) => html`<li>${href ? html`<a href="${href}">${label}</a>` : label}</li>`)
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"><ol>${joined(items)}</ol></nav>`
}

function pageActions(
  { site, words }: FrameContext,
  { markdown, canonical }: { markdown: string; canonical: string },
): Html {
  const { pageActions: shown } = site.settings
  const items: Html[] = []
  if (shown.markdown) {
    items.push(
      html`<li data-needs-script hidden><button type="button" data-copy-page="${markdown}" data-done="${words.copied}">${symbol('copy')}<span>${words.copyPage}</span></button></li>`,
    )
    items.push(html`<li><a href="${markdown}">${symbol('text')}<span>${words.viewMarkdown}</span></a></li>`)
  }
  if (shown.mcp && site.isForAgents)
    items.push(
      html`<li data-needs-script hidden><button type="button" data-copy-text="${toolsAddress(site)}" data-done="${words.copied}">${symbol('copy')}<span>${words.copyTools}</span></button></li>`,
    )
  // An assistant cannot read what not everybody may.
  if (shown.externalAI && site.audience.isPublic)
    for (const assistant of assistants) {
      const href = assistantHref(assistant, words.readPage(canonical))
      const name = html`${symbol('out')}<span>${words.openIn(assistant.name)}</span>`
      if (href) items.push(html`<li>${assistantLink(href, name)}</li>`)
    }
  return items.length > 0 ? menu(words.pageActions, joined(items), { class: 'page-actions' }) : nothing
}

/** The headings above the text, where there is no room for them beside it. */
const smallOutline = ({ words }: FrameContext, headings: readonly Heading[]): Html =>
  headings.length < 2
    ? nothing
    : html`<details class="small-outline"><summary>${words.onThisPage}${symbol('down')}</summary>${outlineList(headings)}</details>`

/** The headings beside the text. */
export const outline = ({ words }: FrameContext, headings: readonly Heading[]): Html =>
  headings.length < 2
    ? html`<div class="outline"></div>`
    : html`<div class="outline"><nav aria-labelledby="q-outline"><h2 id="q-outline">${words.onThisPage}</h2>${outlineList(headings)}</nav></div>`

const outlineList = (headings: readonly Heading[]): Html =>
  html`<ul>${joined(headings.filter(({ level }) => level <= 3).map(({ id, title, level }) => html`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${title}</a></li>`))}</ul>`

function pagination({ tree, words }: FrameContext, node: TreeNode): Html {
  const at = tree.listed.indexOf(node)
  const [previous, next] = at < 0 ? [] : [tree.listed[at - 1], tree.listed[at + 1]]
  if (!previous && !next) return nothing
  return html`<nav class="pagination" aria-label="${words.previous} / ${words.next}">
${previous?.href ? html`<a class="previous" rel="prev" href="${previous.href}">${symbol('previous')}<span><small>${words.previous}</small>${previous.label}</span></a>` : nothing}
${next?.href ? html`<a class="next" rel="next" href="${next.href}"><span><small>${words.next}</small>${next.label}</span>${symbol('next')}</a>` : nothing}</nav>`
}
