import { trailOf } from '../../content/page-tree.ts'
import type { EditLink } from '../../site/edit-link.ts'
import type { TreeNode } from '../../site/site-model.ts'
import { type Html, html, joined, nothing } from '../blocks/markup.ts'
import { dateIn } from '../words/index.ts'
import { pageActions } from './action-menu.ts'
import { feedbackForm } from './feedback.ts'
import type { FrameContext, Heading } from './page-view.ts'
import { emojiText, symbol } from './symbols.ts'

/** The parts of a page that are visible. */
interface VisibleParts {
  title: boolean
  description: boolean
  outline: boolean
  pagination: boolean
  metadata: boolean
  actions: boolean
  anchors: boolean
}

interface Article {
  node: TreeNode
  body: Html
  headings: readonly Heading[]
  layout: VisibleParts
  cover: Html
  /** The name of who changed the page last; undefined if it is not shown. */
  author: string | undefined
  /** Where visitors edit the page; undefined if they do not. */
  edit: EditLink | undefined
  /** Addresses of the page: of its markdown within the site, and its own, absolute. */
  markdown: string
  canonical: string
}

/** Renders a document: its path in the tree, its text, the previous and next page, the time and the
 * author of its last change, and where it is edited. */
export function article(
  context: FrameContext,
  { node, body, headings, layout, cover, author, edit, ...addresses }: Article,
): Html {
  const { vocabulary, site } = context
  const emoji = emojiText(node.emoji)
  const sign = emoji ? html`<span class="emoji" aria-hidden="true">${emoji}</span>` : context.icons.use(node.icon)
  return html`${cover}<article>
<div class="page-head">${breadcrumbs(context, node)}${layout.actions ? pageActions(context, addresses) : nothing}
${layout.title ? html`<h1>${sign}${node.title}</h1>` : html`<h1 class="hidden-text">${node.title}</h1>`}
${layout.description && node.description ? html`<p class="lead">${node.description}</p>` : nothing}</div>
${layout.outline ? smallOutline(context, headings) : nothing}
<div class="${layout.anchors ? 'text' : 'text no-anchors'}">${body}</div>
</article>
${site.settings.feedback.enabled && site.reports !== 'nothing' ? feedbackForm(context) : nothing}
${layout.pagination && site.settings.pagination.enabled ? pagination(context, node) : nothing}
${layout.metadata ? html`<p class="updated">${vocabulary.updated(dateIn(vocabulary, node.updatedAt), author)}</p>` : nothing}
${edit ? html`<p class="updated"><a href="${edit.href}">${'isSuggestion' in edit ? vocabulary.suggest : vocabulary.edit(edit.server)}</a></p>` : nothing}`
}

function breadcrumbs({ vocabulary }: FrameContext, node: TreeNode): Html {
  const above = trailOf(node).slice(0, -1)
  if (above.length === 0) return nothing
  const items = above.map(({ label, href }) => html`<li>${href ? html`<a href="${href}">${label}</a>` : label}</li>`)
  return html`<nav class="breadcrumbs" aria-label="${vocabulary.breadcrumbs}"><ol>${joined(items)}</ol></nav>`
}

/** Renders the headings above the text, for screens without room beside it. */
const smallOutline = ({ vocabulary }: FrameContext, headings: readonly Heading[]): Html =>
  headings.length < 2
    ? nothing
    : html`<details class="small-outline"><summary>${vocabulary.onThisPage}${symbol('down')}</summary>${outlineList(headings)}</details>`

/** Renders the headings beside the text. */
export const outline = ({ vocabulary }: FrameContext, headings: readonly Heading[]): Html =>
  headings.length < 2
    ? html`<div class="outline"></div>`
    : html`<div class="outline"><nav aria-labelledby="q-outline"><h2 id="q-outline">${vocabulary.onThisPage}</h2>${outlineList(headings)}</nav></div>`

const outlineList = (headings: readonly Heading[]): Html =>
  html`<ul>${joined(headings.filter(({ level }) => level <= 3).map(({ id, title, level }) => html`<li class="level-${level}"><a href="#${encodeURIComponent(id)}">${title}</a></li>`))}</ul>`

function pagination({ tree, vocabulary }: FrameContext, node: TreeNode): Html {
  const at = tree.listed.indexOf(node)
  const [previous, next] = at < 0 ? [] : [tree.listed[at - 1], tree.listed[at + 1]]
  if (!previous && !next) return nothing
  return html`<nav class="pagination" aria-label="${vocabulary.previous} / ${vocabulary.next}">
${previous?.href ? html`<a class="previous" rel="prev" href="${previous.href}">${symbol('previous')}<span><small>${vocabulary.previous}</small>${previous.label}</span></a>` : nothing}
${next?.href ? html`<a class="next" rel="next" href="${next.href}"><span><small>${vocabulary.next}</small>${next.label}</span>${symbol('next')}</a>` : nothing}</nav>`
}
