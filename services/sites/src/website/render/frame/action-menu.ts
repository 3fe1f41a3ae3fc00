import type { PageAction } from '@quire/contracts'
import { toolsAddress } from '../../site/site-hrefs.ts'
import { assistantHref, assistantLink, assistants } from '../blocks/assistants.ts'
import { attributes, type Html, html, joined, nothing } from '../blocks/markup.ts'
import { menu } from './menu.ts'
import type { FrameContext } from './page-view.ts'
import { symbol } from './symbols.ts'

/** Addresses of a page: of its markdown within the site, and its own, absolute. */
interface PageAddresses {
  markdown: string
  canonical: string
}

/** Returns the entries of one action in the menu; none if it is not for this visitor. */
type ActionItems = (context: FrameContext, addresses: PageAddresses) => Html[]

const actions: Record<PageAction, ActionItems> = {
  assistant: ({ site, vocabulary }) =>
    site.isAskable ? [button({ 'data-action': 'search' }, symbol('search'), vocabulary.ask)] : [],
  'external-ai': ({ site, vocabulary }, { canonical }) =>
    // An assistant cannot read pages that are not public.
    assistants.flatMap((assistant) => {
      const href = site.audience.isPublic && assistantHref(assistant, vocabulary.readPage(canonical))
      const name = html`${symbol('out')}<span>${vocabulary.openIn(assistant.name)}</span>`
      return href ? [html`<li>${assistantLink(href, name)}</li>`] : []
    }),
  markdown: ({ vocabulary }, { markdown }) => [
    button({ 'data-copy-page': markdown, 'data-done': vocabulary.copied }, symbol('copy'), vocabulary.copyPage),
    html`<li><a href="${markdown}">${symbol('text')}<span>${vocabulary.viewMarkdown}</span></a></li>`,
  ],
  mcp: ({ site, vocabulary }) =>
    site.isForAgents
      ? [
          button(
            { 'data-copy-text': toolsAddress(site), 'data-done': vocabulary.copied },
            symbol('copy'),
            vocabulary.copyTools,
          ),
        ]
      : [],
  pdf: ({ vocabulary }) => [button({ 'data-print': 'page' }, symbol('text'), vocabulary.printPage)],
}

/** Renders the actions of a page, in the order of the settings. */
export function pageActions(context: FrameContext, addresses: PageAddresses): Html {
  const chosen = context.site.settings.pageActions.items ?? []
  const items = chosen.flatMap((name) => actions[name](context, addresses))
  return items.length > 0 ? menu(context.vocabulary.pageActions, joined(items), { class: 'page-actions' }) : nothing
}

/** Renders a button that the script shows. */
const button = (more: Record<string, string>, sign: Html, text: string): Html =>
  html`<li data-needs-script hidden><button${attributes({ type: 'button', ...more })}>${sign}<span>${text}</span></button></li>`
